// Lemmas: the basic forms of words, by rules for endings and by exceptions.
//
// A rule says what becomes of words with a tag and an ending: how many bytes go and what comes in
// their place. The longest ending that has a rule decides; an exception is a rule for a whole word.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/container.h"
#include "base/texts.h"

namespace ow::analysis {

/// A word that was seen with a tag and a lemma, so often.
struct LemmaCount {
  std::string_view word, lemma;
  std::uint8_t tag;
  std::uint64_t count;
};

class LemmaRules {
 public:
  struct Rule {
    std::uint64_t key = 0;         // of tag and ending; 0: no rule
    std::uint32_t ending = 0;      // where the new ending stands among all of them
    std::uint16_t removed = 0;     // bytes
    std::uint16_t keeps_case = 0;  // of the empty ending: lemmas have the capitals of words
  };

  /// Without rules: every word is its own lemma.
  LemmaRules() = default;
  LemmaRules(LemmaRules&&) = default;  // what is shown moves along
  LemmaRules& operator=(LemmaRules&&) = default;
  /// Shows rules that stand in a file. Throws FormatError if they do not fit each other.
  LemmaRules(const Container& file, std::span<const Rule> rules, std::span<const char> endings);
  /// Learns rules from short endings to long ones, each only if it is right for more words than
  /// those before it, and exceptions, so that each word that was seen gets its most frequent lemma.
  static LemmaRules learn(std::span<const LemmaCount> counts);

  /// Appends the lemma of a word, which is also given in lower case.
  void append(std::string_view word, std::string_view lower, std::uint8_t tag,
              std::string& result) const;

  std::span<const Rule> rules() const { return rules_; }
  std::span<const char> endings() const { return endings_; }

 private:
  const Rule* find(std::uint64_t key) const;
  std::string_view ending(const Rule& rule) const;

  std::vector<Rule> own_rules_;
  std::vector<char> own_endings_;
  std::span<const Rule> rules_;  // a table with open addressing, a power of two long
  std::span<const char> endings_;
};

}  // namespace ow::analysis
