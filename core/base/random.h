// Random numbers that are the same on every machine: xoshiro256++ by Blackman and Vigna, whose
// state is filled by splitmix64.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace ow {

/// The next number of a splitmix64 sequence; moves `state` on.
constexpr std::uint64_t splitmix(std::uint64_t& state) {
  std::uint64_t x = state += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

class Random {
 public:
  /// The stream of a seed; streams of one seed have nothing to do with each other.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t place = stream;
    std::uint64_t state = seed ^ splitmix(place);
    for (std::uint64_t& word : words_) word = splitmix(state);
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(words_[0] + words_[3], 23) + words_[0];
    const std::uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = std::rotl(words_[3], 45);
    return result;
  }
  /// A number below `count`; none is likelier than another by more than count / 2^32.
  std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>((next() >> 32) * count >> 32);
  }
  /// A number in [0, 1).
  double share() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::array<std::uint64_t, 4> words_;
};

}  // namespace ow
