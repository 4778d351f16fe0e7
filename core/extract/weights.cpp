#include "extract/weights.h"

#include <cmath>

namespace ow {
namespace {

constexpr int kFineBits = 40;  // of the sums, so that many words round no worse than one

std::int64_t fine_log(double probability) {
  return std::llround(std::ldexp(std::log(probability), kFineBits));
}

std::int32_t coarse(std::int64_t fine) {
  constexpr int kDrop = kFineBits - kWeightBits;
  return static_cast<std::int32_t>((fine + (std::int64_t{1} << (kDrop - 1))) >> kDrop);
}

}  // namespace

Weigher::Weigher(const Bitext& bitext, const Lexicon& lexicon, WeightKind kind)
    : bitext_(bitext), lexicon_(lexicon), kind_(kind), null_row_(lexicon.row(kNullWord)) {
  rows_.reserve(bitext.source.identities().size());
  for (const std::int64_t word : bitext.source.identities()) rows_.push_back(lexicon.row(word));
}

void Weigher::turn_to(std::size_t sentence, std::span<const Link> links) {
  const auto source = bitext_.source.words(sentence), target = bitext_.target.words(sentence);
  sources_ = source.size();
  targets_ = target.size();
  const auto& identities = bitext_.target.identities();
  const auto source_probability = [](const Lexicon::Pair* pair) {
    return pair ? pair->source_given_target : Lexicon::kUnseen;
  };
  const auto target_probability = [](const Lexicon::Pair* pair) {
    return pair ? pair->target_given_source : Lexicon::kUnseen;
  };
  if (kind_ == WeightKind::kModel1) {
    source_given_target_.resize(sources_ * (targets_ + 1));
    target_given_source_.resize((sources_ + 1) * targets_);
    for (std::size_t s = 0; s <= sources_; ++s) {
      const std::uint32_t row = s == 0 ? null_row_ : rows_[source[s - 1]];
      for (std::size_t t = 0; t <= targets_; ++t) {
        const auto* pair = lexicon_.find(row, t == 0 ? kNullWord : identities[target[t - 1]]);
        if (s > 0) source_given_target_[(s - 1) * (targets_ + 1) + t] = source_probability(pair);
        if (t > 0) target_given_source_[s * targets_ + t - 1] = target_probability(pair);
      }
    }
    return;
  }
  source_factors_.assign(sources_, 0);
  target_factors_.assign(targets_, 0);
  source_links_.assign(sources_, 0);
  target_links_.assign(targets_, 0);
  for (const Link link : links) {
    const auto* pair = lexicon_.find(rows_[source[link.source]], identities[target[link.target]]);
    source_factors_[link.source] += source_probability(pair);
    target_factors_[link.target] += target_probability(pair);
    ++source_links_[link.source];
    ++target_links_[link.target];
  }
  source_sums_.assign(1, 0);
  for (std::size_t s = 0; s < sources_; ++s) {
    const double factor = source_links_[s] > 0
                              ? source_factors_[s] / source_links_[s]
                              : source_probability(lexicon_.find(rows_[source[s]], kNullWord));
    source_sums_.push_back(source_sums_.back() + fine_log(factor));
  }
  target_sums_.assign(1, 0);
  for (std::size_t t = 0; t < targets_; ++t) {
    const double factor = target_links_[t] > 0
                              ? target_factors_[t] / target_links_[t]
                              : target_probability(lexicon_.find(null_row_, identities[target[t]]));
    target_sums_.push_back(target_sums_.back() + fine_log(factor));
  }
}

Weights Weigher::weigh(const SpanPair& pair) const {
  if (kind_ == WeightKind::kModel1) return weigh_model1(pair);
  return {coarse(source_sums_[pair.source_end] - source_sums_[pair.source_begin]),
          coarse(target_sums_[pair.target_end] - target_sums_[pair.target_begin])};
}

/// p(S | T) = Π_s 1 / (|T| + 1) Σ_t p(s | t), where t is also the null word; and the other way.
Weights Weigher::weigh_model1(const SpanPair& pair) const {
  std::int64_t source = 0, target = 0;
  for (std::size_t s = pair.source_begin; s < pair.source_end; ++s) {
    const double* row = source_given_target_.data() + s * (targets_ + 1);
    double sum = row[0];
    for (std::size_t t = pair.target_begin; t < pair.target_end; ++t) sum += row[t + 1];
    source += fine_log(sum / (pair.target_end - pair.target_begin + 1));
  }
  for (std::size_t t = pair.target_begin; t < pair.target_end; ++t) {
    double sum = target_given_source_[t];
    for (std::size_t s = pair.source_begin; s < pair.source_end; ++s)
      sum += target_given_source_[(s + 1) * targets_ + t];
    target += fine_log(sum / (pair.source_end - pair.source_begin + 1));
  }
  return {coarse(source), coarse(target)};
}

SentenceWeights weigh_sentences(const Bitext& bitext, const Lexicon& lexicon) {
  SentenceWeights all;
  Weigher weigher(bitext, lexicon, WeightKind::kModel1);
  for (std::size_t i = 0; i < bitext.size(); ++i) {
    weigher.turn_to(i, {});
    const auto size = [&](const Sentences& side) {
      return static_cast<std::uint16_t>(side.words(i).size());
    };
    const Weights weights = weigher.weigh({0, size(bitext.source), 0, size(bitext.target)});
    all.source.push_back(weights.source);
    all.target.push_back(weights.target);
  }
  return all;
}

}  // namespace ow
