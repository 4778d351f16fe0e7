// Which sentence pairs were there before, in 16 to 32 bytes each.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace ow::text {

/// Remembers pairs by a 64-bit hash: of a hundred million pairs, one may be taken for another with
/// a probability below one in a thousand.
class SeenPairs {
 public:
  /// Whether the pair is new; from now on it is not.
  bool add(std::string_view source, std::string_view target) {
    std::uint64_t key = mix(hash_word(source) + 1) ^ hash_word(target);
    key += key == kFree;
    if (2 * (size_ + 1) > slots_.size()) grow();
    return insert(key);
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::uint64_t kFree = 0;

  bool insert(std::uint64_t key) {
    std::size_t slot = key & (slots_.size() - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1))
      if (slots_[slot] == key) return false;
    slots_[slot] = key;
    ++size_;
    return true;
  }
  void grow() {
    const std::vector<std::uint64_t> old = std::move(slots_);
    slots_.assign(old.empty() ? 1024 : 2 * old.size(), kFree);
    size_ = 0;
    for (const std::uint64_t key : old)
      if (key != kFree) insert(key);
  }

  std::vector<std::uint64_t> slots_;  // open addressing; a power of two, at most half full
  std::size_t size_ = 0;
};

}  // namespace ow::text
