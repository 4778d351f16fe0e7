// Monte-Carlo search (MCPG): a sentence is changed by rules, chosen by sampling what may become of
// it.
//
// A state is a sentence with rules applied to words that lie apart; actions are rules that still
// fit, and to stop, everywhere but at the root. An episode goes from the root to a final state:
// through states that are known by urgency, from there on by chance. The score of the final state
// goes back to all actions on the way, which keep the greatest. After η episodes the best action of
// the root is fixed, and what it leads to is the new root, with all that is known of it. The best
// strings that came across are the answer. See docs/monte-carlo.md.
#pragma once

#include "search/monte_carlo_options.h"
#include "search/task.h"

namespace ow {

/// The n best different strings, by score, then by what their rules say, then by words; nothing is
/// proven of them. Without rules, or
/// if no string scores above minus infinity, the sentence as it is, if the mode has a score for it.
/// None grows by more than the task allows, so there may be no answer at all.
/// The same seed gives the same answers, whatever the number of threads, unless there is a limit of
/// time. `scorer` may be empty; with several threads it is called by all of them. Throws Error when
/// it gives something else than a number.
SearchResult search_monte_carlo(const Task& task, std::uint32_t n, const MonteCarloOptions& options,
                                const StringScorer& scorer);

}  // namespace ow
