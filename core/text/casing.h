// How words are written where nothing but the word decides it: not at the beginning of a sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/container.h"
#include "base/pool.h"

namespace ow::text {

/// Counts the forms of words in tokenised text.
class CasingCounter {
 public:
  /// Adds the words of a line of tokens with spaces between them. The first word, and one that
  /// follows a full stop, a colon or an opening quotation mark, tell nothing and are left out; so
  /// is a line all in capitals, and what has no letters.
  void add(std::string_view line);

  struct Form {
    std::string_view form;
    std::uint64_t count;
  };
  /// All forms with their counts, in the order of their bytes.
  std::vector<Form> forms() const;

 private:
  Pool<char> pool_;
  std::vector<std::uint64_t> counts_;
};

/// The usual form of each word: in lower case if a twentieth of its occurrences are, as titles
/// and names are made of common words, too; otherwise the most frequent form. Of a word that is
/// written in lower case nothing is kept but that it was seen, so that statistics stay small. Any
/// number of threads may use one.
class Casing {
 public:
  /// Chooses among the forms of each word; of forms that are as frequent, the one that is last in
  /// the order of its bytes, which has more small letters, is taken.
  explicit Casing(std::span<const CasingCounter::Form> forms);
  /// Opens a file that `write` made. Throws FormatError for anything else.
  explicit Casing(std::string path);

  void write(const std::string& path) const;

  /// How a lower-case word is written inside of a sentence; nothing if it was never seen there.
  std::optional<std::string_view> form_of(std::string_view word) const;

  /// How many words are not written in lower case.
  std::size_t size() const { return words_.size(); }

 private:
  struct Memory {
    std::vector<std::uint64_t> words, common;
    std::vector<std::uint32_t> offsets{0};
    std::string forms;
  };

  std::unique_ptr<const Memory> memory_;  // one of these two holds what the others show
  std::unique_ptr<const Container> file_;
  // Words are told apart by their hashes, which ascend.
  std::span<const std::uint64_t> words_, common_;  // not in lower case, and in lower case
  std::span<const std::uint32_t> offsets_;         // form of word i: [offsets[i], offsets[i + 1])
  std::string_view forms_;
};

}  // namespace ow::text
