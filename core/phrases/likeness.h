// How like two phrases are: what speaks for or against a pair beside its counts.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/texts.h"
#include "phrases/knowledge.h"

namespace ow {

/// What is measured of a pair of phrases. Words in common are those of a longest common
/// subsequence; the others are removed from the source or added in the target.
inline constexpr std::array<std::string_view, 26> kLikenesses = {
    "common",              // how many words are in common
    "removed",             // how many are removed
    "added",               // how many are added
    "length_change",       // by how many words the lengths differ
    "one_for_one",         // whether one word replaces one
    "only_added",          // whether nothing is removed
    "only_removed",        // whether nothing is added
    "content_removed",     // content words
    "content_added",       //
    "content_lost",        // whether content is removed and none added
    "content_gained",      // whether content is added and none removed
    "functional_removed",  // functional words
    "functional_added",    //
    "other_begin",         // whether just one of the phrases begins with a functional word
    "other_end",           // the same of ends
    "personal",            // whether words that say who or whose are changed
    "spelling",            // 1 - edit distance of the phrases as a share of the longer
    "changed_spelling",    // the same of what is removed and added
    "lemmas",              // content words with a common lemma, as a share of the fewer
    "stems",               // the same of beginnings, of what is removed and added
    "inflected",           // whether one content word becomes another form of itself
    "known",               // whether senses of both are known
    "synonyms",            // whether they share a sense
    "senses_shared",       // the share of senses in common
    "related",             // whether senses are near each other
    "unrelated",           // whether all senses are known and far from each other
};

/// Pairs of phrases, a row each.
struct Likenesses {
  std::vector<float> values;  // of a row one after the other, in the order of kLikenesses
  /// Whether the phrases have no fine signature in common, whatever their words are: one is no
  /// phrase of the kind that the other is, or number, tense, person or degree differ; or one is
  /// definite and the other is not; or the target begins with a word such as `n't` that the word
  /// before may not bear.
  std::vector<std::uint8_t> disagrees;
  std::vector<std::uint8_t> opposite;  // whether senses are opposites
  /// Whether the phrases begin or end alike and both have more: as a rule the rest is a pair, too,
  /// and says the same. Values of such a row are 0.
  std::vector<std::uint8_t> redundant;
};

/// Compares phrases of lower-case words with single blanks between them. The result does not depend
/// on the number of threads; 0 takes as many as there are cores.
Likenesses compare_phrases(const TextsView& sources, const TextsView& targets,
                           const Knowledge& knowledge, unsigned threads);

}  // namespace ow
