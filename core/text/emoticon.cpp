#include "text/emoticon.h"

#include <algorithm>
#include <string_view>

namespace ow::text {

namespace {

bool is_one_of(char32_t code, std::u32string_view set) {
  return set.find(code) != std::u32string_view::npos;
}

}  // namespace

bool is_emoticon(std::span<const char32_t> codes) {
  if (codes.size() < 2 || codes.size() > 6) return false;
  const std::u32string_view face(codes.data(), codes.size());
  if (face == U"<3" || face == U"</3" || face == U"xD" || face == U"XD") return true;
  if (codes.size() == 3 && codes[1] == '_')
    return is_one_of(codes[0], U"^-oO0><;") && is_one_of(codes[2], U"^-oO0><;");
  std::size_t at = 1;
  if (is_one_of(codes[0], U":;=")) {
    if (is_one_of(codes[at], U"-^'") && codes.size() > 2) ++at;
    const char32_t mouth = codes[at];
    return is_one_of(mouth, U")(][}{DPpOo/\\|*3>@") &&
           std::all_of(codes.begin() + at, codes.end(), [=](char32_t c) { return c == mouth; });
  }
  if (codes[0] != '(') return false;
  if (codes[at] == '-' && codes.size() > 2) ++at;
  return at + 1 == codes.size() && is_one_of(codes[at], U":=");
}

}  // namespace ow::text
