// Scratch space on disk that nobody else sees and that is gone whatever happens.
#pragma once

#include <cstdint>
#include <string>

namespace ow {

/// A nameless file: it has no entry in its folder, so even a killed program leaves nothing behind.
class TemporaryFile {
 public:
  /// Throws SystemError when the folder cannot be written.
  explicit TemporaryFile(std::string folder);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::uint64_t size() const { return size_; }
  void append(const void* data, std::size_t size);
  /// Exactly `size` bytes from `offset` on.
  void read(std::uint64_t offset, void* data, std::size_t size) const;

 private:
  std::string folder_;
  int fd_;
  std::uint64_t size_ = 0;
};

}  // namespace ow
