// Temporary files and pipes for tests.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>

namespace ow::tests {

/// A folder that is gone at the end of the test; in memory where there is such a place, since disks
/// take their time over files that are written again and again.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const std::filesystem::path memory = "/dev/shm";
    const auto parent =
        std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
    std::string pattern = (parent / "otherwords-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
};

/// A descriptor from which the given text can be read.
class TextSource {
 public:
  explicit TextSource(std::string_view text) : fd_(::memfd_create("text", MFD_CLOEXEC)) {
    while (!text.empty()) text.remove_prefix(::write(fd_, text.data(), text.size()));
    ::lseek(fd_, 0, SEEK_SET);
  }
  ~TextSource() { ::close(fd_); }
  TextSource(const TextSource&) = delete;
  TextSource& operator=(const TextSource&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_file(const std::string& path, std::string_view content) {
  std::ofstream(path, std::ios::binary).write(content.data(), content.size());
}

}  // namespace ow::tests
