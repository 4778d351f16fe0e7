// What dictionaries tell about words and senses, for comparing phrases.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"

namespace ow {

/// Number of a sense: words that share one can mean the same.
using Sense = std::uint32_t;

/// Facts about words and senses, all in lower case.
class Knowledge {
 public:
  struct Word {
    bool functional = false;
    bool personal = false;  // says who or whose: a change of it is one of meaning
    std::string classes;    // that it can be of, see classes_of; the likeliest first
    std::vector<std::string> lemmas;
  };

  /// A word of the language. Of what was said before, the new facts take the place.
  void add_word(std::string_view text, Word word) {
    words_.insert_or_assign(std::string(text), std::move(word));
  }
  /// A sense of a word or of several with blanks between them, all as lemmas.
  void add_sense(std::string_view text, Sense sense) {
    senses_[std::string(text)].push_back(sense);
  }
  /// Senses that are near each other: more general, more special, or derived.
  void relate(Sense one, Sense other) { connect(near_, one, other); }
  /// Senses that are opposites.
  void oppose(Sense one, Sense other) { connect(opposites_, one, other); }

  const Word& word(std::string_view text) const {
    const auto found = words_.find(text);
    return found == words_.end() ? unknown_ : found->second;
  }
  std::span<const Sense> senses(std::string_view text) const {
    const auto found = senses_.find(text);
    return found == senses_.end() ? std::span<const Sense>() : found->second;
  }
  std::span<const Sense> near(Sense sense) const { return connected(near_, sense); }
  std::span<const Sense> opposites(Sense sense) const { return connected(opposites_, sense); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return hash_word(text); }
  };
  template <class T>
  using ByText = std::unordered_map<std::string, T, Hash, std::equal_to<>>;

  using Connections = std::vector<std::vector<Sense>>;  // by sense

  static void connect(Connections& connections, Sense one, Sense other) {
    connections.resize(
        std::max({connections.size(), std::size_t{one} + 1, std::size_t{other} + 1}));
    connections[one].push_back(other);
    connections[other].push_back(one);
  }
  static std::span<const Sense> connected(const Connections& connections, Sense sense) {
    return sense < connections.size() ? connections[sense] : std::span<const Sense>();
  }

  ByText<Word> words_;
  ByText<std::vector<Sense>> senses_;
  Connections near_, opposites_;
  Word unknown_;
};

}  // namespace ow
