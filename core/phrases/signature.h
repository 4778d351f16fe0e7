// Tag signatures: what kind of phrase some tagged words make.
//
// Phrases that can stand for each other are of one kind but seldom have the same tags: `in spite
// of` is a preposition like `despite`, `takes place` a verb like `happens`. So tags are reduced by
// a small grammar until no rule applies, and what is left is the signature: `IN`, `VBZ`. What is no
// constituent keeps its loose ends (`at the same` is `IN+DT+JJ`, `at the same time` is `RB`) and is
// of one kind only with what has the same ones.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ow {

/// Whether number of nouns, degree of adjectives, and tense and person of verbs count. What differs
/// between the two has different names, so signatures of either sort can be told apart.
enum class Detail { kFine, kCoarse };

/// The classes of words, a letter each, by their Penn tags.
std::string classes_of(std::span<const std::string_view> tags);

/// The signature of words with these classes; it has no blanks and no commas.
std::string signature_of(std::string_view classes, Detail detail);

/// Tells which entries fit the spans of one tagged sentence.
class SpanFilter {
 public:
  explicit SpanFilter(std::span<const std::string_view> tags) : classes_(classes_of(tags)) {}

  /// Whether a list of signatures of either sort, with commas between them as entries have it, has
  /// that of the words [begin, end). An empty list fits all.
  bool fits(std::size_t begin, std::size_t end, std::string_view list);

 private:
  std::string classes_;
  // Of the span asked about last: it comes again for each of its entries.
  std::size_t begin_ = 0, end_ = 0;
  std::string fine_, coarse_;
};

}  // namespace ow
