#include "patterns/weigh.h"

#include <cmath>
#include <string>

#include "base/error.h"
#include "base/hash.h"
#include "base/lines.h"
#include "extract/weights.h"
#include "patterns/pattern_text.h"

namespace ow::patterns {
namespace {

/// One side of a pair: its words, and what their links say.
struct Side {
  struct Item {
    std::int64_t id;
    double sum;
    unsigned links;
    bool is_slot;
  };
  std::vector<Item> items;

  void read(std::string_view text, std::vector<std::string_view>& scratch) {
    split_words(text, scratch);
    items.clear();
    for (const std::string_view word : scratch)
      items.push_back({static_cast<std::int64_t>(hash_word(word)), 0.0, 0, is_slot(word)});
  }

  /// The mean over words; `unlinked` gives the probability of a word without a link.
  template <class Unlinked>
  std::int64_t weight(Unlinked&& unlinked) const {
    double sum = 0.0;
    unsigned words = 0;
    for (const Item& item : items) {
      if (item.is_slot) continue;
      sum += std::log(item.links > 0 ? item.sum / item.links : unlinked(item.id));
      ++words;
    }
    return words == 0 ? 0 : std::llround(std::ldexp(sum / words, kWeightBits));
  }
};

}  // namespace

PatternWeights weigh_patterns(const TextsView& patterns, const TextsView& pivots,
                              const TextsView& alignments, const Lexicon& lexicon) {
  if (patterns.size() != pivots.size() || patterns.size() != alignments.size())
    throw FormatError("the columns of aligned patterns differ in length");
  PatternWeights weights;
  const std::uint32_t null_row = lexicon.row(kNullWord);
  const auto find = [&](std::uint32_t row, std::int64_t target) {
    return row == Lexicon::kUnknown ? nullptr : lexicon.find(row, target);
  };
  Side pattern, pivot;
  std::vector<std::string_view> scratch;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    pattern.read(patterns[i], scratch);
    pivot.read(pivots[i], scratch);
    const std::string_view links = alignments[i];
    for (std::size_t link = 0; link < links.size(); link += 2) {
      const auto place = [&](std::size_t at) { return static_cast<unsigned char>(links[at]); };
      if (link + 1 >= links.size() || place(link) >= pattern.items.size() ||
          place(link + 1) >= pivot.items.size())
        throw FormatError("the alignment of pattern " + std::to_string(i) + " leads outside of it");
      Side::Item &e = pattern.items[place(link)], &c = pivot.items[place(link + 1)];
      const Lexicon::Pair* pair = find(lexicon.row(e.id), c.id);
      e.sum += pair ? pair->source_given_target : Lexicon::kUnseen;
      c.sum += pair ? pair->target_given_source : Lexicon::kUnseen;
      ++e.links;
      ++c.links;
    }
    weights.source.push_back(pattern.weight([&](std::int64_t id) {
      const Lexicon::Pair* pair = find(lexicon.row(id), kNullWord);
      return pair ? pair->source_given_target : Lexicon::kUnseen;
    }));
    weights.target.push_back(pivot.weight([&](std::int64_t id) {
      const Lexicon::Pair* pair = find(null_row, id);
      return pair ? pair->target_given_source : Lexicon::kUnseen;
    }));
  }
  return weights;
}

}  // namespace ow::patterns
