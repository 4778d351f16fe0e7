// Numbers in one to eight bytes, small ones short. The length is told by the lowest set bit of the
// first byte, so decoding needs no branch: 7 bits in one byte, 14 in two, up to 56 in eight.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace ow {

constexpr std::uint64_t kLargestVarint = (std::uint64_t{1} << 56) - 1;
/// Bytes that must be readable from the first byte of any varint.
constexpr std::size_t kVarintSlack = 8;

/// Appends `value`, at most kLargestVarint.
inline void put_varint(std::vector<std::uint8_t>& out, std::uint64_t value) {
  const unsigned length = value == 0 ? 1 : (std::bit_width(value) + 6) / 7;
  const std::uint64_t word = (value << 1 | 1) << (length - 1);
  for (unsigned i = 0; i < length; ++i) out.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
}

/// The number at `at`, which moves behind it. Reads kVarintSlack bytes whatever the length.
inline std::uint64_t get_varint(const std::uint8_t*& at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  const unsigned length = static_cast<unsigned>(std::countr_zero(word | 0x80)) + 1;
  at += length;
  return word << (64 - 8 * length) >> (64 - 7 * length);
}

}  // namespace ow
