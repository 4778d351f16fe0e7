#include "base/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/error.h"

namespace ow {
namespace {

int open_nameless(const std::string& folder) {
  std::string pattern = folder + "/otherwords-XXXXXX";
  const int fd = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (fd < 0) throw SystemError(folder, "make a temporary file in this folder", errno);
  ::unlink(pattern.c_str());
  return fd;
}

}  // namespace

TemporaryFile::TemporaryFile(std::string folder)
    : folder_(std::move(folder)), fd_(open_nameless(folder_)) {}

TemporaryFile::~TemporaryFile() {
  ::close(fd_);
}

void TemporaryFile::append(const void* data, std::size_t size) {
  const auto* from = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t done = ::pwrite(fd_, from, size, static_cast<off_t>(size_));
    if (done < 0) {
      if (errno == EINTR) continue;
      throw SystemError(folder_, "write a temporary file in this folder", errno);
    }
    from += done;
    size -= static_cast<std::size_t>(done);
    size_ += static_cast<std::uint64_t>(done);
  }
}

void TemporaryFile::read(std::uint64_t offset, void* data, std::size_t size) const {
  auto* to = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t done = ::pread(fd_, to, size, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0)
      throw SystemError(folder_, "read a temporary file in this folder", done < 0 ? errno : EIO);
    to += done;
    size -= static_cast<std::size_t>(done);
    offset += static_cast<std::uint64_t>(done);
  }
}

}  // namespace ow
