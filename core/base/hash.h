// One 64-bit hash for words, file chunks and look-up tables. Its values are part of the file
// formats: changing it means a new format version.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ow {

/// Spreads the bits of one number over all 64.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  return x;
}

/// Hash of any bytes; four lanes wide, so that verifying a file runs at memory speed.
inline std::uint64_t hash_bytes(const void* data, std::size_t size) {
  static_assert(std::endian::native == std::endian::little, "file formats are little-endian");
  constexpr std::uint64_t kOdd1 = 0x9e3779b97f4a7c15ULL;
  constexpr std::uint64_t kOdd2 = 0xc2b2ae3d27d4eb4fULL;
  const auto* p = static_cast<const unsigned char*>(data);
  std::uint64_t result = size * kOdd1;
  const auto load = [](const unsigned char* at) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return word;
  };
  if (size >= 32) {
    std::uint64_t lane[4] = {kOdd1, kOdd2, ~kOdd1, ~kOdd2};
    for (; size >= 32; size -= 32, p += 32) {
      for (int i = 0; i < 4; ++i)
        lane[i] = std::rotl(lane[i] ^ (load(p + 8 * i) * kOdd2), 29) * kOdd1;
    }
    for (const std::uint64_t l : lane) result = mix(result ^ l);
  }
  for (; size >= 8; size -= 8, p += 8) result = std::rotl(result ^ mix(load(p)), 31) * kOdd1;
  std::uint64_t rest = 0;
  if (size > 0) std::memcpy(&rest, p, size);
  return mix(result ^ (rest * kOdd2));
}

/// Identity of a word in every file of the project.
inline std::uint64_t hash_word(std::string_view word) {
  return hash_bytes(word.data(), word.size());
}

}  // namespace ow
