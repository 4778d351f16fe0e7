#include "base/error.h"

#include <cstring>

namespace ow {

SystemError::SystemError(std::string_view path, std::string_view action, int error_number)
    : Error(std::string(path) + ": cannot " + std::string(action) + ": " +
            std::strerror(error_number)),
      error_number_(error_number) {}

void fail_at_line(std::string_view name, std::uint64_t line, std::string_view why) {
  throw FormatError(std::string(name) + ":" + std::to_string(line) + ": " + std::string(why));
}

void fail_in_file(std::string_view path, std::string_view why) {
  throw FormatError(std::string(path) + ": " + std::string(why));
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string shown(text.substr(0, kLongest));
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  if (text.size() > kLongest) {
    // Never leave half a UTF-8 character behind the cut.
    while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0xC0) == 0x80)
      shown.pop_back();
    if (!shown.empty() && static_cast<unsigned char>(shown.back()) >= 0xC0) shown.pop_back();
    shown += "…";
  }
  return shown;
}

}  // namespace ow
