// Words and phrases of a user, found in sentences whatever their case.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "text/rules.h"
#include "text/tokeniser.h"

namespace ow::text {

class Terms {
 public:
  /// Terms as people write them; they are cut into tokens as text is. Empty ones are left out.
  Terms(const std::vector<std::string_view>& terms, std::string_view language);

  bool empty() const { return by_first_.empty(); }

  /// Calls found(begin, end) for each place of each term among the words, which are in lower case.
  template <class Word, class Found>
  void find(const std::vector<Word>& words, Found&& found) const {
    if (empty()) return;
    for (std::size_t begin = 0; begin < words.size(); ++begin) {
      const auto known = by_first_.find(std::string_view(words[begin]));
      if (known == by_first_.end()) continue;
      for (const std::vector<std::string>& term : known->second)
        if (matches(term, words, begin)) found(begin, begin + term.size());
    }
  }

 private:
  template <class Word>
  static bool matches(const std::vector<std::string>& term, const std::vector<Word>& words,
                      std::size_t begin) {
    if (term.size() > words.size() - begin) return false;
    for (std::size_t i = 0; i < term.size(); ++i)
      if (std::string_view(words[begin + i]) != term[i]) return false;
    return true;
  }

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return hash_word(word); }
  };
  std::unordered_map<std::string, std::vector<std::vector<std::string>>, Hash, std::equal_to<>>
      by_first_;
};

}  // namespace ow::text
