// Distinct sequences (words, phrases), numbered in the order of their first arrival.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/hash.h"

namespace ow {

/// Keeps one copy of each sequence of T, back to back in memory.
template <class T>
class Pool {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }

  std::span<const T> operator[](std::uint32_t number) const {
    const std::uint64_t begin = number == 0 ? 0 : ends_[number - 1];
    return {items_.data() + begin, ends_[number] - begin};
  }

  /// The number of a sequence that was seen before, or nothing.
  std::optional<std::uint32_t> find(std::span<const T> sequence) const {
    if (slots_.empty()) return std::nullopt;
    const std::uint32_t known = slots_[find_slot(sequence)];
    return known == kFree ? std::nullopt : std::optional(known);
  }

  /// The number of the sequence, a new one if it was not seen before; `check` may throw to refuse a
  /// sequence that is new.
  template <class Check>
  std::uint32_t intern(std::span<const T> sequence, Check&& check) {
    if (2 * (ends_.size() + 1) > slots_.size()) grow();
    const std::size_t slot = find_slot(sequence);
    if (slots_[slot] != kFree) return slots_[slot];
    check(sequence);
    if (size() == kFree) throw Error("more than 4,294,967,294 distinct words or phrases");
    slots_[slot] = size();
    items_.insert(items_.end(), sequence.begin(), sequence.end());
    ends_.push_back(items_.size());
    return slots_[slot];
  }
  std::uint32_t intern(std::span<const T> sequence) {
    return intern(sequence, [](std::span<const T>) {});
  }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;

  std::size_t slot_of(std::span<const T> sequence) const {
    return hash_bytes(sequence.data(), sequence.size_bytes()) & (slots_.size() - 1);
  }
  /// Where the sequence is, or the free slot where it belongs.
  std::size_t find_slot(std::span<const T> sequence) const {
    std::size_t slot = slot_of(sequence);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      const auto known = (*this)[slots_[slot]];
      if (std::equal(known.begin(), known.end(), sequence.begin(), sequence.end())) break;
    }
    return slot;
  }
  void grow() {
    slots_.assign(std::max<std::size_t>(1024, slots_.size() * 2), kFree);
    for (std::uint32_t number = 0; number < size(); ++number) {
      std::size_t slot = slot_of((*this)[number]);
      while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = number;
    }
  }

  std::vector<T> items_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint32_t> slots_;  // open addressing; a power of two, at most half full
};

}  // namespace ow
