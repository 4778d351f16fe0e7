#include "search/monte_carlo_outside.h"

#include <cmath>
#include <span>

#include "base/error.h"

namespace ow::monte_carlo {

void OutsideScores::ask(std::uint64_t key, std::string text) {
  places_.emplace(key, scores_.size() + texts_.size());
  texts_.push_back(std::move(text));
}

void OutsideScores::score() {
  if (texts_.empty()) return;
  const std::size_t before = scores_.size();
  scores_.resize(before + texts_.size(), NAN);
  const std::span<double> fresh = std::span(scores_).subspan(before);
  scorer_(texts_, fresh);
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    if (fresh[i] < HUGE_VAL) continue;
    throw Error("the scorer gave " + std::to_string(fresh[i]) + " for \"" + excerpt(texts_[i]) +
                "\"; it must give a number, or minus infinity for what must not be");
  }
  texts_.clear();
}

}  // namespace ow::monte_carlo
