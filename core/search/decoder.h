// Sentences in, derivations out: tables, language model, weights and a search in one place.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/stock.h"
#include "search/engine.h"
#include "search/maker.h"
#include "search/task.h"

namespace ow {

/// An edge that a derivation uses.
struct UsedEdge {
  std::uint32_t begin, end;  // source words
  std::string target;
  std::uint32_t table;  // index, kSelfTable or kUnknownTable
  double score;         // weighted
  std::vector<float> features;
};

struct Derivation {
  std::string text;  // target words joined by single spaces
  double score = 0.0;
  double lm = 0.0;                     // natural log, not weighted
  std::optional<double> global_score;  // that it is ranked by where there is an outside scorer
  std::vector<std::uint32_t> edges;    // in Decoded::edges, from left to right
};

struct Decoded {
  std::vector<Derivation> derivations;  // best first
  std::vector<UsedEdge> edges;
  Search search = Search::kExact;  // that gave the answer: the beam after exact search gave up
  bool optimal = false;            // the first derivation is proven to be the best there is
  bool complete = false;           // each derivation is proven to be in its place
  double upper_bound = 0.0;        // no derivation scores higher
  std::uint64_t episodes = 0;      // of Monte-Carlo search
};

/// The same derivations as scores from outside rank them, one for each: the greatest first, then as
/// they were, and no more than `most`. `proven` if there are no others.
Decoded rank_by(const Decoded& decoded, std::span<const double> scores, std::uint32_t most,
                bool proven);

/// What the best segmentation of a given paraphrase scores.
struct DecodedTrueScore {
  Decoded decoded;          // its segmentations; none when it cannot be made
  std::uint64_t count = 0;  // of all segmentations
  double score = 0.0;       // minus infinity when it cannot be made
  std::string reason;       // why not
};

/// Thread-safe: any number of threads may decode at the same time.
class Decoder {
 public:
  explicit Decoder(LatticeMaker maker);
  ~Decoder();

  const LatticeMaker& maker() const { return maker_; }

  /// `sentence` is split at spaces and tabs. A scorer is for Monte-Carlo search only.
  Decoded decode(std::string_view sentence, const DecodeOptions& options,
                 const StringScorer& scorer = {}) const;

  /// Decodes on several threads (0: all there are) and hands the results over one at a time, in the
  /// order of the sentences. They do not depend on the number of threads. Scorers are one for each
  /// sentence, or none.
  using Sink = std::function<void(std::size_t index, Decoded&& decoded)>;
  void decode_all(std::span<const std::string_view> sentences, const DecodeOptions& options,
                  unsigned threads, const Sink& sink,
                  std::span<const StringScorer> scorers = {}) const;

  /// The true score of each target as a paraphrase of the sentence, with up to `most`
  /// segmentations.
  std::vector<DecodedTrueScore> true_scores(std::string_view sentence,
                                            std::span<const std::string_view> targets,
                                            std::uint32_t most) const;

 private:
  struct Workspace;

  LatticeMaker maker_;
  mutable Stock<Workspace> workspaces_;
};

}  // namespace ow
