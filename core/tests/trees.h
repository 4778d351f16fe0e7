// Small dependency trees, for comparison with brute force. The root is the number behind the last
// word.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace ow::tests {

using Heads = std::vector<std::int32_t>;

/// Whether every word comes to the root.
inline bool is_tree(const Heads& heads) {
  for (std::int32_t word : heads) {
    std::size_t steps = 0;
    while (word >= 0 && word < static_cast<std::int32_t>(heads.size()) && steps++ <= heads.size())
      word = heads[static_cast<std::size_t>(word)];
    if (word != static_cast<std::int32_t>(heads.size())) return false;
  }
  return true;
}

/// Whether no two arcs cross.
inline bool is_projective(const Heads& heads) {
  const auto words = static_cast<std::int32_t>(heads.size());
  const auto begin = [&](std::int32_t i) {
    return std::min(i, heads[static_cast<std::size_t>(i)]);
  };
  const auto end = [&](std::int32_t i) { return std::max(i, heads[static_cast<std::size_t>(i)]); };
  for (std::int32_t i = 0; i < words; ++i)
    for (std::int32_t k = 0; k < words; ++k)
      if (begin(i) < begin(k) && begin(k) < end(i) && end(i) < end(k)) return false;
  return true;
}

/// All trees of some words.
inline std::vector<Heads> all_trees(std::size_t words) {
  std::vector<Heads> trees;
  Heads heads(words, 0);
  for (;;) {
    if (is_tree(heads)) trees.push_back(heads);
    std::size_t at = 0;
    while (at < words && heads[at] == static_cast<std::int32_t>(words)) heads[at++] = 0;
    if (at == words) return trees;
    ++heads[at];
  }
}

/// Any tree of so many words.
inline Heads random_tree(std::mt19937& random, std::size_t words) {
  for (;;) {
    Heads heads(words);
    for (std::int32_t& head : heads)
      head =
          std::uniform_int_distribution<std::int32_t>(0, static_cast<std::int32_t>(words))(random);
    if (is_tree(heads)) return heads;
  }
}

}  // namespace ow::tests
