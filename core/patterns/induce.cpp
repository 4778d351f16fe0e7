#include "patterns/induce.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <tuple>

#include "base/hash.h"
#include "base/parallel.h"
#include "patterns/pattern_text.h"
#include "patterns/pivot.h"

namespace ow::patterns {
namespace {

constexpr std::size_t kSentences = 256;  // that a thread takes at a time

/// The numbers of pattern, pivot pattern, root and alignment.
using Quadruple = std::array<std::uint32_t, 4>;

std::string_view view_of(std::span<const char> bytes) {
  return {bytes.data(), bytes.size()};
}

/// Distinct pairs, and how often they came.
class Tally {
 public:
  void add(std::string_view pattern, std::string_view pivot, std::string_view root,
           std::string_view alignment) {
    add({intern(pattern), intern(pivot), intern(root), intern(alignment)}, 1);
  }
  void add(const Tally& other) {
    std::vector<std::uint32_t> numbers(other.texts_.size());
    for (std::uint32_t i = 0; i < other.texts_.size(); ++i)
      numbers[i] = texts_.intern(other.texts_[i]);
    for (std::uint32_t i = 0; i < other.rows_.size(); ++i) {
      const auto row = other.rows_[i];
      add({numbers[row[0]], numbers[row[1]], numbers[row[2]], numbers[row[3]]}, other.counts_[i]);
    }
  }

  void write(PatternPairs& pairs) const {
    std::vector<std::int64_t> ids;
    for (std::uint32_t i = 0; i < texts_.size(); ++i)
      ids.push_back(static_cast<std::int64_t>(hash_word(view_of(texts_[i]))));
    std::vector<std::uint32_t> order(rows_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const auto key = [&](std::uint32_t row) {
        const auto numbers = rows_[row];
        return std::tuple(ids[numbers[0]], ids[numbers[1]], view_of(texts_[numbers[2]]),
                          view_of(texts_[numbers[3]]));
      };
      return key(a) < key(b);
    });
    for (const std::uint32_t row : order) {
      const auto numbers = rows_[row];
      pairs.pattern_id.push_back(ids[numbers[0]]);
      pairs.pivot_id.push_back(ids[numbers[1]]);
      pairs.pattern.add(view_of(texts_[numbers[0]]));
      pairs.pivot.add(view_of(texts_[numbers[1]]));
      pairs.root.add(view_of(texts_[numbers[2]]));
      pairs.alignment.add(view_of(texts_[numbers[3]]));
      pairs.count.push_back(counts_[row]);
    }
  }

 private:
  std::uint32_t intern(std::string_view text) { return texts_.intern({text.data(), text.size()}); }
  void add(const Quadruple& quadruple, std::int64_t count) {
    const std::uint32_t row = rows_.intern(quadruple);
    if (row == counts_.size()) counts_.push_back(0);
    counts_[row] += count;
  }

  Pool<char> texts_;
  Pool<std::uint32_t> rows_;
  std::vector<std::int64_t> counts_;
};

/// What a few sentences hold.
struct Chunk {
  Tally tally;
  PatternPairs counts;  // without rows
};

class Induction {
 public:
  Induction(const Bitext& bitext, const Links& links, const Trees& trees,
            const InduceOptions& options)
      : bitext_(bitext),
        links_(links),
        trees_(trees),
        options_(options),
        pivot_texts_(lower_words(bitext.target.vocabulary())),
        pivot_words_(pivot_texts_.view()) {}

  PatternPairs run() const {
    PatternPairs pairs;
    Tally tally;
    for_each_in_order((bitext_.size() + kSentences - 1) / kSentences, options_.threads,
                      [&](std::size_t i) { return chunk(i * kSentences); },
                      [&](std::size_t, const Chunk& made) {
                        tally.add(made.tally);
                        pairs.subtrees += made.counts.subtrees;
                        pairs.paired += made.counts.paired;
                        pairs.gapped += made.counts.gapped;
                        pairs.unaligned += made.counts.unaligned;
                        pairs.torn += made.counts.torn;
                        pairs.too_long += made.counts.too_long;
                      });
    tally.write(pairs);
    return pairs;
  }

 private:
  Chunk chunk(std::size_t first) const {
    Chunk made;
    SubtreeFinder finder(options_.limits);
    PivotFinder pivots(options_.longest_pivot, options_.tight);
    const std::size_t end = std::min(bitext_.size(), first + kSentences);
    for (std::size_t sentence = first; sentence < end; ++sentence) {
      for (const Subtree& subtree : finder.find(trees_[sentence])) {
        pivots.turn_to(subtree, links_[sentence]);
        for (const Partial& partial : finder.partials(trees_[sentence], subtree))
          pair(sentence, subtree, partial, pivots, made);
      }
    }
    made.counts.subtrees = finder.counts();
    return made;
  }

  void pair(std::size_t sentence, const Subtree& subtree, const Partial& partial,
            PivotFinder& pivots, Chunk& made) const {
    if (!subtree.is_contiguous(partial)) {
      ++made.counts.gapped;
      return;
    }
    switch (pivots.find(partial)) {
      case Pairing::kUnaligned:
        ++made.counts.unaligned;
        return;
      case Pairing::kTorn:
        ++made.counts.torn;
        return;
      case Pairing::kTooLong:
        ++made.counts.too_long;
        return;
      case Pairing::kPaired:
        ++made.counts.paired;
    }
    std::string pattern, pivot;
    SlotNumbers numbers{};
    write_pivot(sentence, subtree, pivots.items(), numbers, pivot);
    write_pattern(trees_, sentence, subtree, partial, numbers, pattern);
    const std::string_view root = trees_.tag(trees_[sentence][subtree.places[subtree.root]]);
    made.tally.add(pattern, pivot, root, alignment(partial, pivots.items()));
  }

  /// Also numbers the slots.
  void write_pivot(std::size_t sentence, const Subtree& subtree, std::span<const PivotItem> items,
                   SlotNumbers& numbers, std::string& text) const {
    SlotNumberer numberer;
    for (const PivotItem& item : items) {
      if (item.is_slot) {
        const std::uint8_t tag = trees_[sentence][subtree.places[item.slot]].tag;
        numbers[item.slot] = numberer.next(tag);
        append_slot(tag, numbers[item.slot], text);
      } else {
        append_word(pivot_words_[bitext_.target.words(sentence)[item.place]], text);
      }
    }
  }

  static std::string alignment(const Partial& partial, std::span<const PivotItem> items) {
    std::string packed;
    char place = 0;
    for_each_word(partial.shown(), [&](unsigned word) {
      for (std::size_t i = 0; i < items.size(); ++i) {
        if ((items[i].linked & only(word)) == 0) continue;
        packed += place;
        packed += static_cast<char>(i);
      }
      ++place;
    });
    return packed;
  }

  const Bitext& bitext_;
  const Links& links_;
  const Trees& trees_;
  const InduceOptions& options_;
  const Texts pivot_texts_;
  const TextsView pivot_words_;
};

}  // namespace

PatternPairs induce_patterns(const Bitext& bitext, const Links& links, const Trees& trees,
                             const InduceOptions& options) {
  options.limits.check();
  if (options.longest_pivot == 0 || options.longest_pivot > PivotFinder::kMostItems)
    throw Error("a pivot pattern has 1 to " + std::to_string(PivotFinder::kMostItems) +
                " words and slots at most, not " + std::to_string(options.longest_pivot));
  check_links(links, bitext, "alignment");
  if (trees.size() != bitext.size())
    throw FormatError("there are trees of " + std::to_string(trees.size()) + " sentences for " +
                      std::to_string(bitext.size()) +
                      " sentence pairs; give the trees of this text");
  return Induction(bitext, links, trees, options).run();
}

}  // namespace ow::patterns
