// How many bytes the target of a unit takes in its text.
#pragma once

#include <cstdint>
#include <vector>

#include "text/rules.h"
#include "text/spacing.h"
#include "units/sentence_view.h"
#include "units/units.h"

namespace ow {

/// Words, and the source token that each carries along or Units::kNew.
struct Target {
  std::vector<BatchWord> words;
  std::vector<std::int32_t> tokens;

  void clear() {
    words.clear();
    tokens.clear();
  }
  void add(BatchWord word, std::int32_t token) {
    words.push_back(word);
    tokens.push_back(token);
  }
  /// Whether a word and the next are neighbours in the source, too.
  bool goes_on(std::size_t word) const {
    return tokens[word] != Units::kNew && tokens[word + 1] == tokens[word] + 1;
  }
};

/// Counts for one sentence after the other; knows the words of a batch.
class TargetBytes {
 public:
  /// `units` has the words, and must outlive it.
  TargetBytes(const text::Rules& rules, const Units& units) : units_(units), spacing_(rules) {}

  /// What stands there in place of the tokens [begin, end), with spaces that arise and fall away at
  /// its ends.
  std::int32_t count(const SentenceView& sentence, std::size_t begin, std::size_t end,
                     const Target& target);

 private:
  static constexpr std::uint8_t kMayBegin = 4, kNotKnown = 0xff;  // beside text::Glue
  static constexpr unsigned kMemoryBits = 10;

  struct Side {
    BatchWord word;
    bool replaced;
  };
  struct Memory {
    std::uint64_t pair = UINT64_MAX;
    bool are_one = false;
  };

  std::int64_t seam(const SentenceView& sentence, std::size_t at, Side left, Side right);
  bool spaced(BatchWord left, BatchWord right);
  bool are_one(BatchWord left, BatchWord right);
  std::uint8_t manner(BatchWord word);

  const Units& units_;
  text::Spacing spacing_;
  std::vector<std::uint8_t> manners_;  // by word, as far as they were asked for
  std::vector<Memory> memories_ = std::vector<Memory>(1 << kMemoryBits);
};

}  // namespace ow
