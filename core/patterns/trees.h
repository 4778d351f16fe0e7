// Analysed sentences: words in lower case, what their tags allow, and their dependency trees.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/pool.h"
#include "base/texts.h"
#include "extract/bitext.h"

namespace ow::patterns {

/// The Penn tags that name slots: nouns, verbs and adjectives.
inline constexpr std::array<std::string_view, 13> kSlotTags = {
    "NN", "NNS", "NNP", "NNPS", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "JJ", "JJR", "JJS"};
inline constexpr std::uint8_t kNoSlot = kSlotTags.size();

/// A word of a tree.
struct Word {
  std::uint32_t number;        // in the vocabulary
  std::uint16_t head;          // the place of the word it depends on; a root has its own
  std::uint16_t size = 1;      // words of its subtree, itself included
  std::uint8_t tag = kNoSlot;  // of the slot that it would leave, by its number in kSlotTags
  bool is_content = false;
  std::uint16_t penn = 0;  // its tag, by number
};

/// Completes words that have their heads, within the sentence, by their texts in lower case and
/// their Penn tags; see Trees. Throws FormatError, with the number of the line, when heads run in
/// a circle.
void complete_tree(std::span<Word> words, std::span<const std::string_view> texts,
                   std::span<const std::string_view> tags, std::size_t line);

/// The words of a vocabulary in lower case, by their numbers.
Texts lower_words(const Pool<char>& vocabulary);

/// The trees of many sentences. There may be several in a sentence.
///
/// Patterns are to be those of the paper, whose trees have function words as heads where spaCy's
/// have content words. So a possessive marker (tag POS) is the head of its noun here, and no part
/// of what fills a slot: `improve [NNS_1] 's livelihood`. And an auxiliary, which is below its verb
/// here, leaves no slot: a form of be, have or do does so only if there are words below it.
class Trees {
 public:
  /// `tags` has the Penn tags of each sentence, `heads` the place of each word's head, counted from
  /// 0 (a root has its own place); both with blanks between them. Throws FormatError when they do
  /// not belong to the sentences, or heads run in a circle.
  Trees(const Sentences& sentences, const TextsView& tags, const TextsView& heads);

  std::size_t size() const { return ends_.size() - 1; }
  std::span<const Word> operator[](std::size_t sentence) const {
    return {words_.data() + ends_[sentence], ends_[sentence + 1] - ends_[sentence]};
  }
  std::string_view text(const Word& word) const { return texts_.view()[word.number]; }
  std::string_view tag(const Word& word) const {
    const auto bytes = tags_[word.penn];
    return {bytes.data(), bytes.size()};
  }

 private:
  std::uint16_t tag_number(std::string_view tag);

  Texts texts_;  // of the vocabulary
  Pool<char> tags_;
  std::vector<std::uint64_t> ends_{0};
  std::vector<Word> words_;
};

}  // namespace ow::patterns
