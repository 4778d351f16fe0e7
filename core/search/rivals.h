// Which of the states at one place can still be part of an answer.
//
// Two states that end alike are scored alike, up to the leeway of their contexts (lm/leeway.h): a
// state too far behind a rival can be forgotten, whatever words follow.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "lm/model.h"
#include "search/leeways.h"
#include "search/order.h"

namespace ow {

class Rivals {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// Strings up to `margin` below the best matter.
  void start(const lm::Model& model, const Leeways& leeways, double margin) {
    model_ = &model;
    leeways_ = &leeways;
    margin_ = margin + kScoreSlack;
  }
  void clear() { entries_.clear(); }

  /// A state with the best score of a way to it, -inf if it is here for its children only. Its
  /// parent must be there already.
  std::uint32_t add(std::uint32_t parent, lm::StateId state, double score) {
    const lm::Leeway& leeway = model_->leeway(state);
    entries_.push_back({parent, leeways_->gain(leeway), leeways_->loss(leeway), score});
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }
  void improve(std::uint32_t entry, double score) {
    entries_[entry].needed = std::max(entries_[entry].needed, score);
  }
  /// Compares all that were added.
  void settle() {
    // What a place is sure to be worth, at least, to whoever takes its parent's view of the future.
    for (std::size_t i = entries_.size(); i-- > 0;) {
      const Entry& entry = entries_[i];
      if (entry.parent != kNone) improve(entry.parent, entry.needed - entry.loss);
    }
    for (Entry& entry : entries_) {
      entry.needed -= margin_;
      if (entry.parent != kNone)
        entry.needed = std::max(entry.needed, entries_[entry.parent].needed - entry.gain);
    }
  }
  /// The score without which a state is forgotten.
  double needed(std::uint32_t entry) const { return entries_[entry].needed; }

 private:
  struct Entry {
    std::uint32_t parent;
    double gain, loss;
    double needed;  // before `settle`: what the best rival is worth here
  };

  const lm::Model* model_ = nullptr;
  const Leeways* leeways_ = nullptr;
  double margin_ = 0.0;
  std::vector<Entry> entries_;
};

}  // namespace ow
