// Changes that are never right: of polarity, person, gender, modality, number, quantity or name.
//
// Guards are lists of words and phrases for a language. A kind of guard says how the words of a
// list must agree before and after a replacement.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "text/casing.h"
#include "units/units.h"

namespace ow::context {

enum class GuardKind : std::uint8_t {
  kCount,   // as many words of the group must come as go
  kMatch,   // each word that goes shares a class with one that comes, and the other way round
  kArrive,  // no word comes whose class does not go
  kSame,    // as many words of each class come as go; each word of the class `*` is one of its own
  kPrefix,  // no word comes or goes whose rest is among those that go or come
  kEqual,   // where both sides have a phrase of a class, these two are not compared at all
};

/// The guards of a language.
class Guards {
 public:
  static constexpr std::size_t kMostGroups = 16, kMostClasses = 32;

  /// Reads lines of `kind TAB group TAB class TAB phrase`, words of a phrase with blanks between
  /// them. Throws FormatError, with the number of the line, for what cannot be.
  explicit Guards(std::string_view lines);

  /// For each of some units of a batch, by their rows, whether a guard forbids it. A word that is
  /// written with a capital by the casing statistics, if there are any, is a name.
  std::vector<std::uint8_t> forbid(const Units& units, std::span<const std::int64_t> rows,
                                   const text::Casing* casing) const;

 private:
  class Reader;

  struct Group {
    std::string name;
    GuardKind kind;
    std::vector<std::string> classes;
  };
  /// What a word or phrase is in a group: bits of its classes, and what it is the same as.
  struct Member {
    std::uint32_t group, classes;
    std::uint64_t sameness;
  };
  struct Phrase {
    std::vector<std::uint64_t> words;
    Member member;
  };

  /// A phrase that says the same as all others of each of its classes.
  struct Equal {
    std::vector<std::uint64_t> words;
    std::vector<std::uint32_t> of;
  };

  static void merge(std::vector<Member>& members, const Member& member);

  std::vector<Group> groups_;
  std::vector<std::string> prefixes_;
  std::unordered_map<std::uint64_t, std::vector<Member>> words_;
  std::unordered_map<std::uint64_t, std::vector<Phrase>> phrases_;  // by their first word
  std::unordered_map<std::uint64_t, std::vector<Equal>> equals_;    // likewise, the longest first
};

}  // namespace ow::context
