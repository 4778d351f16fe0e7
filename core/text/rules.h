// How a language writes its words: which ones are left whole or cut, and what separates them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ow::text {

/// Positions inside a word where it is cut; none: it is left whole.
using Cuts = std::vector<std::uint8_t>;

/// The rules of one language.
class Rules {
 public:
  bool hyphens = true;                         // cut around hyphens between letters
  bool contractions = false;                   // English: do|n't, they|'ve, John|'ll
  bool possessives = false;                    // English: John|'s
  bool clock = false;                          // English: 10|am
  bool elisions = false;                       // Romance: l'|homme
  bool ordinals = false;                       // German: am 3. Mai
  std::vector<std::u32string> hyphen_endings;  // French: dit|-il

  /// What to do with exactly this word; nothing if it is no exception. Apostrophes are all alike.
  const Cuts* exception(std::span<const char32_t> word) const;

  /// Whether an exception that is cut once has this word as its first part: `can` of can|not.
  bool begins_exception(std::u32string_view word) const { return beginnings_.contains(word); }

  /// Words in ASCII, with `|` where one is cut, separated by spaces.
  void add(std::string_view words);
  /// The same, also with a capital at the beginning.
  void add_cased(std::string_view words);

 private:
  void insert(std::u32string word, Cuts cuts);

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::u32string_view word) const;
  };
  std::unordered_map<std::u32string, Cuts, Hash, std::equal_to<>> exceptions_;
  std::unordered_set<std::u32string, Hash, std::equal_to<>> beginnings_;
  std::size_t longest_ = 0;
};

inline bool is_apostrophe(char32_t code) {
  return code == '\'' || code == U'\u2019';
}

/// The rules for a language code such as `en`; for a language without rules of its own, what serves
/// most languages that put spaces between words.
const Rules& rules_for(std::string_view language);

/// One set a language, each in a file of its own.
Rules english_rules();
Rules french_rules();
Rules german_rules();
Rules spanish_rules();
Rules italian_rules();

}  // namespace ow::text
