// Errors that a user can act on. Each message says what is wrong, where, why and what to do next.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ow {

/// Base of every error the core throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file or text does not follow its format.
class FormatError : public Error {
 public:
  using Error::Error;
};

/// The operating system refused: missing file, full disk, no permission.
class SystemError : public Error {
 public:
  SystemError(std::string_view path, std::string_view action, int error_number);
  int error_number() const { return error_number_; }

 private:
  int error_number_;
};

/// `name:line: why` for text formats; lines count from 1.
[[noreturn]] void fail_at_line(std::string_view name, std::uint64_t line, std::string_view why);

/// `path: why` for binary formats.
[[noreturn]] void fail_in_file(std::string_view path, std::string_view why);

/// The offending text cut to a length fit for a message, control characters shown as `?`.
std::string excerpt(std::string_view text);

}  // namespace ow
