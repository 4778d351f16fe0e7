// Word alignment by hidden Markov models of both directions that learn to agree.
#pragma once

#include <vector>

#include "extract/bitext.h"
#include "extract/lexicon.h"
#include "extract/links.h"

namespace ow {

struct AlignerOptions {
  unsigned model1_rounds = 5;  ///< of expectation maximisation by IBM Model 1, to begin with
  unsigned hmm_rounds = 5;     ///< by hidden Markov models
  float null = 0.2f;           ///< prior probability that a word has no link
  float identical = 0;   ///< how often a word counts as linked to itself, for text of one language
  unsigned threads = 0;  ///< 0: as many as there are cores; the result does not depend on it
};

/// What texts teach about words, for texts of the same kind.
struct AlignmentPrior {
  Lexicon counts{std::vector<Lexicon::Pair>{}};      // how often words are expected to be linked
  std::vector<double> forward_jumps, reverse_jumps;  // how often each jump, see Jumps
};

/// The links of both directions: at most one for each target word, and one for each source word.
struct Alignment {
  Links forward, reverse;
};

/// Aligns the words of a bitext. `prior` is what is known before, `learnt` what is known after;
/// either may be null.
///
/// In each round every direction hears what the other one thinks of a link, as in Liang, Taskar and
/// Klein (2006): its odds are multiplied by the odds of the other. No chance is involved: the same
/// text gives the same links.
Alignment align_words(const Bitext& bitext, const AlignerOptions& options,
                      const AlignmentPrior* prior, AlignmentPrior* learnt);

}  // namespace ow
