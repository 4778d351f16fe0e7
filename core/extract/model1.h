// IBM Model 1 (Brown et al. 1993): every word is made by any word of the other side, or by the null
// word, wherever they stand.
#pragma once

#include "extract/bitext.h"
#include "extract/lexicon.h"
#include "extract/pair_table.h"

namespace ow {

/// What Model 1 expects of a sentence pair, in both directions.
void expect_model1(const Cells& cells);

/// Estimates p(source word | target word) and p(target word | source word) by so many rounds of
/// expectation maximisation. The result does not depend on the number of threads (0: all cores).
Lexicon train_model1(const Bitext& bitext, unsigned iterations, unsigned threads);

}  // namespace ow
