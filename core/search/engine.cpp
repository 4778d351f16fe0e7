#include "search/engine.h"

#include <algorithm>

#include "base/error.h"

namespace ow {

void check_scorers(std::span<const StringScorer> scorers, std::size_t sentences) {
  if (!scorers.empty() && scorers.size() != sentences)
    throw Error("there are " + std::to_string(scorers.size()) + " scorers for " +
                std::to_string(sentences) + " sentences; give one for each");
}

SearchResult SearchEngine::run(const Task& task, const DecodeOptions& options,
                               const StringScorer& scorer, Search& used) {
  used = options.search;
  if (options.search == Search::kMonteCarlo)
    return search_monte_carlo(task, options.n, options.monte_carlo, scorer);
  if (scorer)
    throw Error(
        "only Monte-Carlo search lets a scorer of the whole sentence decide; choose it, or score "
        "the answers of this search afterwards");
  SearchResult exact;
  if (options.search == Search::kExact) {
    exact = search_exact(task, {options.n, options.limit}, exact_);
    if (exact.complete) return exact;
  }
  used = Search::kBeam;
  const bool gave_up = options.search == Search::kExact;
  BeamOptions beam;
  beam.n = options.n;
  beam.distinct = options.distinct || gave_up;
  beam.stack = options.stack;
  beam.threshold = options.threshold;
  SearchResult result = search_beam(task, beam, beam_);
  if (!gave_up) return result;
  // What exact search has proven stays; the beam only fills the places behind it.
  for (Answer& answer : result.answers) {
    if (exact.answers.size() == options.n) break;
    const bool known = std::any_of(exact.answers.begin(), exact.answers.end(),
                                   [&](const Answer& a) { return a.words == answer.words; });
    if (!known) exact.answers.push_back(std::move(answer));
  }
  exact.upper_bound = std::min(exact.upper_bound, result.upper_bound);
  return exact;
}

}  // namespace ow
