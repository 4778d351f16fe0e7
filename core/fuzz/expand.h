// Text that chance can make: bytes that stand for whole pieces of a format.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ow::fuzz {

/// The lower half of all bytes stand for themselves, the others for one of the pieces.
inline std::string expand(std::string_view data, std::span<const std::string_view> pieces) {
  std::string text;
  for (const char c : data) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80)
      text += c;
    else
      text += pieces[byte % pieces.size()];
  }
  return text;
}

}  // namespace ow::fuzz
