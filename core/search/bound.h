// What the rest of a derivation can add at most, when nobody has time to find out exactly.
#pragma once

#include <vector>

#include "search/task.h"

namespace ow {

/// Upper bounds by source position on the score of everything from there to the end of the
/// sentence: each word as if it stood after the context that likes it most. Minus infinity where
/// there is no way to the end. The weight of the language model must not be negative.
void bound_completions(const Task& task, std::vector<double>& bounds);

}  // namespace ow
