#include "extract/aligner.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <tuple>
#include <utility>

#include "extract/hmm.h"
#include "extract/model1.h"
#include "extract/pair_table.h"

namespace ow {
namespace {

constexpr std::size_t kJumpSentences = 4000;  // that are enough to learn a few hundred jumps from
constexpr float kProbable = 1e-4f;            // what a pair must be after Model 1 to be kept

/// Sums that several threads add to. Whole numbers have the same sum in any order.
class JumpCounts {
 public:
  explicit JumpCounts(const std::vector<double>& prior) { add(prior); }

  void add(const std::vector<double>& counts) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > 0)
        sums_[i].fetch_add(std::llround(std::ldexp(counts[i], kBits)), std::memory_order_relaxed);
    }
  }
  std::vector<double> counts() const {
    std::vector<double> result;
    for (const auto& sum : sums_)
      result.push_back(std::ldexp(static_cast<double>(sum.load()), -kBits));
    return result;
  }

 private:
  static constexpr int kBits = 24;
  std::array<std::atomic<std::int64_t>, Jumps::kCount> sums_{};
};

/// Multiplies the odds of each origin of a word by those that the other direction gives it.
/// `others[i * stride]` is the other's probability of the link to origin i.
void agree(std::vector<float>& own, float& nowhere, const float* others, std::size_t stride) {
  constexpr float kSurest = 0.99f;
  float sum = nowhere;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const float other = others[i * stride];
    own[i] *= other / (1 - std::min(other, kSurest));
    sum += own[i];
  }
  if (!(sum > 0)) return;
  for (float& origin : own) origin /= sum;
  nowhere /= sum;
}

/// Both models of one thread.
class Models {
 public:
  Models(const Jumps& forward, const Jumps& reverse, float null)
      : forward_(forward, null), reverse_(reverse, null) {}

  /// Turns probabilities of words into those of links, and counts jumps if that is asked for.
  void run(const Cells& cells, JumpCounts* forward_jumps, JumpCounts* reverse_jumps) {
    run(forward_, cells.targets, cells.sources, cells.forward, cells.forward_null, forward_jumps);
    run(reverse_, cells.sources, cells.targets, cells.reverse, cells.reverse_null, reverse_jumps);
  }

  /// Makes the directions hear each other.
  void agree(const Cells& cells) {
    kept_.assign(cells.forward, cells.forward + cells.sources * cells.targets);
    for (std::size_t t = 0; t < cells.targets; ++t) {
      float* origins = cells.forward + t * cells.sources;
      own_.assign(origins, origins + cells.sources);
      ow::agree(own_, cells.forward_null[t], cells.reverse + t, cells.targets);
      std::copy(own_.begin(), own_.end(), origins);
    }
    for (std::size_t s = 0; s < cells.sources; ++s) {
      float* origins = cells.reverse + s * cells.targets;
      own_.assign(origins, origins + cells.targets);
      ow::agree(own_, cells.reverse_null[s], kept_.data() + s, cells.sources);
      std::copy(own_.begin(), own_.end(), origins);
    }
  }

 private:
  void run(Hmm& model, std::size_t words, std::size_t origins, float* given, float* nowhere,
           JumpCounts* jumps) {
    counts_.assign(jumps == nullptr ? 0 : Jumps::kCount, 0);
    model.run(words, origins, given, nowhere, jumps == nullptr ? nullptr : &counts_);
    if (jumps != nullptr) jumps->add(counts_);
  }

  Hmm forward_, reverse_;
  std::vector<double> counts_;
  std::vector<float> kept_, own_;
};

/// The most probable origin of a word; `origins` where it most probably has none.
std::size_t best_origin(const float* probabilities, std::size_t origins, float nowhere) {
  const float* best = std::max_element(probabilities, probabilities + origins);
  return origins == 0 || *best < nowhere ? origins : static_cast<std::size_t>(best - probabilities);
}

Link link(std::size_t source, std::size_t target) {
  return {static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(target)};
}

/// The pairs of both; where both have one, that of `newer`.
Lexicon united(const Lexicon& older, const Lexicon& newer) {
  const auto in_order = [](const Lexicon::Pair& a, const Lexicon::Pair& b) {
    return std::tie(a.source, a.target) < std::tie(b.source, b.target);
  };
  std::vector<Lexicon::Pair> pairs;
  std::set_union(newer.pairs().begin(), newer.pairs().end(), older.pairs().begin(),
                 older.pairs().end(), std::back_inserter(pairs), in_order);
  return Lexicon(std::move(pairs));
}

}  // namespace

Alignment align_words(const Bitext& bitext, const AlignerOptions& options,
                      const AlignmentPrior* prior, AlignmentPrior* learnt) {
  if (options.hmm_rounds == 0) throw Error("an alignment needs at least one round of the HMM");
  const AlignmentPrior nothing;
  const AlignmentPrior& before = prior == nullptr ? nothing : *prior;
  PairTable table(bitext, prior == nullptr ? nullptr : &prior->counts, options.identical,
                  options.threads);
  for (unsigned round = 0; round < options.model1_rounds; ++round) {
    table.count([] { return expect_model1; });
    table.maximise(PairTable::kFloor);
  }
  table.prune(kProbable);

  Jumps forward, reverse;
  const std::size_t stride = bitext.size() / kJumpSentences + 1;
  for (unsigned round = 0; round < options.hmm_rounds; ++round) {
    JumpCounts forward_counts(before.forward_jumps), reverse_counts(before.reverse_jumps);
    table.count([&]() -> Expectation {
      const auto models = std::make_shared<Models>(forward, reverse, options.null);
      return [&, models](const Cells& cells) {
        const bool counted = cells.sentence % stride == 0;
        models->run(cells, counted ? &forward_counts : nullptr,
                    counted ? &reverse_counts : nullptr);
        models->agree(cells);
      };
    });
    if (learnt != nullptr && round + 1 == options.hmm_rounds) {
      *learnt = {united(before.counts, table.sums()), forward_counts.counts(),
                 reverse_counts.counts()};
    }
    table.maximise(PairTable::kFloor);
    forward = Jumps(forward_counts.counts());
    reverse = Jumps(reverse_counts.counts());
  }

  std::vector<std::vector<Link>> forward_links(bitext.size()), reverse_links(bitext.size());
  table.visit([&]() -> Expectation {
    const auto models = std::make_shared<Models>(forward, reverse, options.null);
    return [&, models](const Cells& cells) {
      models->run(cells, nullptr, nullptr);
      for (std::size_t t = 0; t < cells.targets; ++t) {
        const std::size_t source =
            best_origin(cells.forward + t * cells.sources, cells.sources, cells.forward_null[t]);
        if (source < cells.sources) forward_links[cells.sentence].push_back(link(source, t));
      }
      for (std::size_t s = 0; s < cells.sources; ++s) {
        const std::size_t target =
            best_origin(cells.reverse + s * cells.targets, cells.targets, cells.reverse_null[s]);
        if (target < cells.targets) reverse_links[cells.sentence].push_back(link(s, target));
      }
    };
  });
  Alignment result;
  for (auto& links : forward_links) result.forward.add(links);
  for (auto& links : reverse_links) result.reverse.add(links);
  return result;
}

}  // namespace ow
