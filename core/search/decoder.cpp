#include "search/decoder.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.h"
#include "base/lines.h"
#include "base/parallel.h"
#include "search/answers.h"
#include "search/true_score.h"

namespace ow {

struct Decoder::Workspace {
  LatticeMaker::Workspace maker;
  SearchEngine engine;
  TrueScoreWorkspace true_score;
  std::vector<std::string_view> words;
  std::vector<LocalWord> target;
  std::vector<std::uint32_t> used;  // by edge of the lattice: its place in Decoded::edges
};

namespace {

constexpr std::uint32_t kUnused = UINT32_MAX;

/// Copies what answers need out of the lattice; an edge that many of them use is copied once.
void describe(const Task& task, std::span<const Answer> answers, std::vector<std::uint32_t>& used,
              Decoded& decoded) {
  const Lattice& lattice = *task.lattice;
  used.assign(lattice.edges().size(), kUnused);
  decoded.derivations.reserve(answers.size());
  for (const Answer& answer : answers) {
    Derivation derivation;
    derivation.text = join_words(lattice, answer.words);
    derivation.score = answer.score;
    derivation.global_score = answer.global_score;
    derivation.lm = unweighted_lm(task, answer);
    derivation.edges.reserve(answer.edges.size());
    for (const std::uint32_t id : answer.edges) {
      const bool fresh = used[id] == kUnused;
      if (fresh) used[id] = static_cast<std::uint32_t>(decoded.edges.size());
      derivation.edges.push_back(used[id]);
      if (!fresh) continue;
      const Edge& edge = lattice.edges()[id];
      const auto features = lattice.features(edge);
      decoded.edges.push_back({edge.begin,
                               edge.end,
                               join_words(lattice, lattice.target(edge)),
                               edge.table,
                               edge.score,
                               {features.begin(), features.end()}});
    }
    decoded.derivations.push_back(std::move(derivation));
  }
}

}  // namespace

Decoded rank_by(const Decoded& decoded, std::span<const double> scores, std::uint32_t most,
                bool proven) {
  if (scores.size() != decoded.derivations.size())
    throw Error("there are " + std::to_string(scores.size()) + " scores for " +
                std::to_string(decoded.derivations.size()) + " derivations; give one for each");
  std::vector<std::uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t i) { return scores[i]; });
  if (order.size() > most) order.resize(most);
  Decoded ranked = decoded;
  ranked.derivations.clear();
  for (const std::uint32_t i : order) {
    ranked.derivations.push_back(decoded.derivations[i]);
    ranked.derivations.back().global_score = scores[i];
  }
  ranked.optimal = ranked.complete = proven;
  return ranked;
}

Decoder::Decoder(LatticeMaker maker) : maker_(std::move(maker)) {}
Decoder::~Decoder() = default;

Decoded Decoder::decode(std::string_view sentence, const DecodeOptions& options,
                        const StringScorer& scorer) const {
  Stock<Workspace>::Lease lease(workspaces_);
  Workspace& w = *lease;
  split_words(sentence, w.words);
  const Task task = maker_.make(w.words, w.maker);
  Decoded decoded;
  const SearchResult result = w.engine.run(task, options, scorer, decoded.search);
  decoded.optimal = result.optimal;
  decoded.complete = result.complete;
  decoded.upper_bound = result.upper_bound;
  decoded.episodes = result.episodes;
  describe(task, result.answers, w.used, decoded);
  return decoded;
}

void Decoder::decode_all(std::span<const std::string_view> sentences, const DecodeOptions& options,
                         unsigned threads, const Sink& sink,
                         std::span<const StringScorer> scorers) const {
  check_scorers(scorers, sentences.size());
  for_each_in_order(
      sentences.size(), threads,
      [&](std::size_t i) {
        return decode(sentences[i], options, scorers.empty() ? StringScorer() : scorers[i]);
      },
      sink);
}

std::vector<DecodedTrueScore> Decoder::true_scores(std::string_view sentence,
                                                   std::span<const std::string_view> targets,
                                                   std::uint32_t most) const {
  Stock<Workspace>::Lease lease(workspaces_);
  Workspace& w = *lease;
  split_words(sentence, w.words);
  const Task task = maker_.make(w.words, w.maker);
  std::vector<DecodedTrueScore> results;
  results.reserve(targets.size());
  for (const std::string_view target : targets) {
    split_words(target, w.words);
    w.target.clear();
    for (const std::string_view word : w.words)
      w.target.push_back(task.lattice->find(word).value_or(kNoWord));
    TrueScore found = true_score(task, w.target, most, w.true_score);
    DecodedTrueScore& result = results.emplace_back();
    result.count = found.count;
    result.score = found.score;
    result.reason = std::move(found.reason);
    describe(task, found.segmentations, w.used, result.decoded);
  }
  return results;
}

}  // namespace ow
