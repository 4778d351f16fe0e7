// A small map from language model states, emptied as often as a search meets a new place.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "lm/model.h"

namespace ow {

class StateIndex {
 public:
  static constexpr std::uint32_t kNew = UINT32_MAX;

  /// Forgets all states and makes room for `count` new ones.
  void start(std::size_t count) {
    // No more slots than needed are in use: they should all stay in the cache.
    const std::size_t size = std::bit_ceil(2 * count);
    if (size > slots_.size()) {
      slots_.assign(size, {});
      round_ = 0;
    }
    mask_ = size - 1;
    shift_ = 32 - static_cast<unsigned>(std::countr_zero(size));
    if (++round_ == 0) {
      std::fill(slots_.begin(), slots_.end(), Slot{});
      round_ = 1;
    }
  }
  /// The number of a state; kNew at first, for the caller to fill in.
  std::uint32_t& operator[](lm::StateId state) {
    for (std::size_t at = state * 0x9e3779b1u >> shift_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.round != round_) {
        slot = {round_, state, kNew};
        return slot.number;
      }
      if (slot.state == state) return slot.number;
    }
  }

 private:
  struct Slot {
    std::uint32_t round = 0;
    lm::StateId state = 0;
    std::uint32_t number = 0;
  };
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
  std::uint32_t round_ = 0;
};

}  // namespace ow
