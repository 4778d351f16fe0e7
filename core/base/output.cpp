#include "base/output.h"

#include <unistd.h>

#include <cerrno>
#include <charconv>

#include "base/error.h"

namespace ow {

namespace {

template <class Number>
std::string shortest(Number number) {
  char digits[32];
  const auto result = std::to_chars(digits, digits + sizeof digits, number);
  return {digits, result.ptr};
}

}  // namespace

void Output::write(float number) {
  write(std::string_view(shortest(number)));
}
void Output::write(double number) {
  write(std::string_view(shortest(number)));
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw SystemError(name_, "write", errno);
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

}  // namespace ow
