#include "search/decoder.h"

#include <algorithm>
#include <unordered_map>

#include "base/lines.h"
#include "base/parallel.h"
#include "search/beam.h"
#include "search/exact.h"
#include "search/true_score.h"

namespace ow {

struct Decoder::Workspace {
  LatticeMaker::Workspace maker;
  ExactWorkspace exact;
  BeamWorkspace beam;
  TrueScoreWorkspace true_score;
  std::vector<std::string_view> words;
  std::vector<LocalWord> target;
  std::unordered_map<std::uint32_t, std::uint32_t> used;  // edge of the lattice to Decoded::edges
};

/// A workspace borrowed from the decoder's stock.
class Decoder::Lease {
 public:
  explicit Lease(const Decoder& decoder) : decoder_(decoder) {
    {
      const std::lock_guard lock(decoder.workspaces_mutex_);
      if (!decoder.workspaces_.empty()) {
        workspace_ = std::move(decoder.workspaces_.back());
        decoder.workspaces_.pop_back();
      }
    }
    if (!workspace_) workspace_ = std::make_unique<Workspace>();
  }
  ~Lease() {
    const std::lock_guard lock(decoder_.workspaces_mutex_);
    decoder_.workspaces_.push_back(std::move(workspace_));
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  Workspace& operator*() { return *workspace_; }

 private:
  const Decoder& decoder_;
  std::unique_ptr<Workspace> workspace_;
};

namespace {

std::string join(const Lattice& lattice, std::span<const LocalWord> words) {
  std::string text;
  for (const LocalWord word : words) {
    if (!text.empty()) text += ' ';
    text += lattice.text(word);
  }
  return text;
}

/// Copies what answers need out of the lattice; an edge that many of them use is copied once.
void describe(const Task& task, std::span<const Answer> answers,
              std::unordered_map<std::uint32_t, std::uint32_t>& used, Decoded& decoded) {
  const Lattice& lattice = *task.lattice;
  used.clear();
  for (const Answer& answer : answers) {
    Derivation derivation;
    derivation.text = join(lattice, answer.words);
    derivation.score = answer.score;
    derivation.lm =
        task.lm_weight > 0.0 ? answer.lm / task.lm_weight : language_score(task, answer.words);
    for (const std::uint32_t id : answer.edges) {
      const auto [at, fresh] = used.emplace(id, static_cast<std::uint32_t>(decoded.edges.size()));
      derivation.edges.push_back(at->second);
      if (!fresh) continue;
      const Edge& edge = lattice.edges()[id];
      const auto features = lattice.features(edge);
      decoded.edges.push_back({edge.begin,
                               edge.end,
                               join(lattice, lattice.target(edge)),
                               edge.table,
                               edge.score,
                               {features.begin(), features.end()}});
    }
    decoded.derivations.push_back(std::move(derivation));
  }
}

}  // namespace

Decoder::Decoder(LatticeMaker maker) : maker_(std::move(maker)) {}
Decoder::~Decoder() = default;

SearchResult Decoder::search(const Task& task, const DecodeOptions& options, Workspace& w,
                             Search& used) const {
  SearchResult exact;
  used = options.search;
  if (options.search == Search::kExact) {
    exact = search_exact(task, {options.n, options.limit}, w.exact);
    if (exact.complete) return exact;
  }
  used = Search::kBeam;
  const bool gave_up = options.search == Search::kExact;
  BeamOptions beam;
  beam.n = options.n;
  beam.distinct = options.distinct || gave_up;
  beam.stack = options.stack;
  beam.threshold = options.threshold;
  SearchResult result = search_beam(task, beam, w.beam);
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

Decoded Decoder::decode(std::string_view sentence, const DecodeOptions& options,
                        Workspace& w) const {
  split_words(sentence, w.words);
  const Task task = maker_.make(w.words, w.maker);
  Decoded decoded;
  const SearchResult result = search(task, options, w, decoded.search);
  decoded.optimal = result.optimal;
  decoded.complete = result.complete;
  decoded.upper_bound = result.upper_bound;
  describe(task, result.answers, w.used, decoded);
  return decoded;
}

Decoded Decoder::decode(std::string_view sentence, const DecodeOptions& options) const {
  Lease workspace(*this);
  return decode(sentence, options, *workspace);
}

void Decoder::decode_all(std::span<const std::string_view> sentences, const DecodeOptions& options,
                         unsigned threads, const Sink& sink) const {
  for_each_in_order(
      sentences.size(), threads, [&](std::size_t i) { return decode(sentences[i], options); },
      sink);
}

std::vector<DecodedTrueScore> Decoder::true_scores(std::string_view sentence,
                                                   std::span<const std::string_view> targets,
                                                   std::uint32_t most) const {
  Lease lease(*this);
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
