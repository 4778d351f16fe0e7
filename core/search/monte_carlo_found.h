// The best different strings that episodes came across.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/monte_carlo_rules.h"
#include "search/order.h"

namespace ow::monte_carlo {

struct FoundString {
  std::uint64_t key;  // of its words
  double score;
  double second_score;  // of strings with the same score, the greater comes first
  std::vector<LocalWord> words;
  std::vector<RuleId> rules;  // that made it
};

class FoundStrings {
 public:
  FoundStrings(const Lattice& lattice, std::uint32_t most) : lattice_(lattice), most_(most) {}

  /// Whether a string with this score can be among the best.
  bool may_take(double score) const {
    return strings_.size() < most_ || score > strings_.back().score - kScoreSlack;
  }
  void take(FoundString string) {
    const auto [known, fresh] = scores_.emplace(string.key, string.score);
    if (!fresh) {
      if (on_grid(string.score) <= on_grid(known->second)) return;
      known->second = string.score;
      std::erase_if(strings_, [&](const FoundString& s) { return s.key == string.key; });
    }
    const auto place = std::upper_bound(
        strings_.begin(), strings_.end(), string, [&](const FoundString& a, const FoundString& b) {
          const double score_a = on_grid(a.score), score_b = on_grid(b.score);
          if (score_a != score_b) return score_a > score_b;
          const double second_a = on_grid(a.second_score), second_b = on_grid(b.second_score);
          if (second_a != second_b) return second_a > second_b;
          return compare_texts(lattice_, a.words, b.words) < 0;
        });
    strings_.insert(place, std::move(string));
    if (strings_.size() <= most_) return;
    scores_.erase(strings_.back().key);
    strings_.pop_back();
  }
  /// Whether the string is among them, with a score that is as high.
  bool has(std::uint64_t key, double score) const {
    const auto known = scores_.find(key);
    return known != scores_.end() && on_grid(score) <= on_grid(known->second);
  }
  /// Best first: by score, then second score, then words.
  std::span<const FoundString> strings() const { return strings_; }

 private:
  const Lattice& lattice_;
  std::uint32_t most_;
  std::vector<FoundString> strings_;
  std::unordered_map<std::uint64_t, double> scores_;  // by key
};

}  // namespace ow::monte_carlo
