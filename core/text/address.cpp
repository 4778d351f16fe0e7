#include "text/address.h"

#include <algorithm>

namespace ow::text {

namespace {

bool is_name_part(char32_t code, std::uint8_t kind) {
  return (kind & kAlphanumeric) != 0 || code == '-' || code == '_';
}

}  // namespace

bool is_address(std::span<const char32_t> codes, std::span<const std::uint8_t> kinds) {
  const auto dot = std::find(codes.begin(), codes.end(), U'.');
  if (dot == codes.end()) return false;
  const auto at = [&](std::size_t i) { return i < codes.size() ? codes[i] : U'\0'; };
  std::size_t begin = 0;
  bool marked = false;  // a scheme or a user says that it is an address
  for (std::size_t i = 2; i + 2 < codes.size(); ++i)
    if (at(i) == ':' && at(i + 1) == '/' && at(i + 2) == '/') {
      begin = i + 3;
      marked = true;
      break;
    }
  for (std::size_t i = begin + 1; i < codes.size() && at(i) != '/'; ++i)
    if (at(i) == '@') {
      begin = i + 1;
      marked = true;
    }
  // The host: names with single dots between them.
  std::size_t end = begin, last_name = begin, names = 0;
  for (;; ++end) {
    if (end < codes.size() && is_name_part(codes[end], kinds[end])) continue;
    if (end == last_name) return false;  // an empty name
    ++names;
    if (at(end) != '.') break;
    last_name = end + 1;
  }
  const char32_t behind = at(end);
  if (end < codes.size() && behind != ':' && behind != '/' && behind != '?' && behind != '#')
    return false;
  const auto host_ends = [&](Kind kind) {
    return std::all_of(kinds.begin() + last_name, kinds.begin() + end,
                       [&](std::uint8_t each) { return (each & kind) != 0; });
  };
  if (names == 4 && host_ends(kDigit)) return true;  // four numbers
  if (names < 2 || end - last_name < 2 || !host_ends(kLower)) return false;
  if (behind != ':') return true;
  const bool port = end + 1 < codes.size() && (kinds[end + 1] & kDigit) != 0;
  return port || marked;
}

}  // namespace ow::text
