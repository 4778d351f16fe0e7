#include "extract/hmm.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace ow {
namespace {

constexpr double kSmoothing = 1e-4;  // share of every jump

using Four = float __attribute__((vector_size(16)));  // what every 64-bit processor adds at a time
constexpr std::size_t kLane = 16;                     // places whose sums stay in registers

std::size_t padded(std::size_t size) {
  return (size + kLane - 1) / kLane * kLane;
}

/// out[i] = Σ_k factors[k] · kernel[i - k] for i below `size`, which is padded. Each sum runs over
/// k in order, so it is the same however many of them a processor does at a time.
void convolve(const float* factors, std::size_t count, const float* kernel, std::size_t size,
              float* out) {
  for (std::size_t i = 0; i < size; i += kLane) {
    Four sums[kLane / 4] = {};
    const float* at = kernel + i;
    for (std::size_t k = 0; k < count; ++k, --at) {
      for (std::size_t lane = 0; lane < kLane / 4; ++lane) {
        Four weights;
        std::memcpy(&weights, at + 4 * lane, sizeof weights);
        sums[lane] += factors[k] * weights;
      }
    }
    std::memcpy(out + i, sums, sizeof sums);
  }
}

}  // namespace

Jumps::Jumps() : weights_(kCount) {
  for (int jump = -kFarthest; jump <= kFarthest; ++jump) {
    const float distance = static_cast<float>(std::abs(jump - 1));
    weights_[static_cast<std::size_t>(jump + kFarthest)] = 1 / (1 + distance * distance);
  }
}

Jumps::Jumps(const std::vector<double>& counts) : weights_(counts.size()) {
  double total = 0;
  for (const double count : counts) total += count;
  for (std::size_t i = 0; i < counts.size(); ++i)
    weights_[i] = static_cast<float>((total > 0 ? counts[i] / total : 0) + kSmoothing);
}

void Jumps::weights(std::size_t words, std::vector<float>& out) const {
  const int size = static_cast<int>(words);
  out.resize(2 * words + 1);
  for (int jump = -size; jump <= size; ++jump) {
    const int known = std::clamp(jump, -kFarthest, kFarthest);
    out[static_cast<std::size_t>(jump + size)] =
        weights_[static_cast<std::size_t>(known + kFarthest)];
  }
}

void Hmm::set_transitions(std::size_t origins) {
  if (origins == origins_) return;
  origins_ = origins;
  jumps_.weights(origins, kernel_);
  reversed_.assign(kernel_.rbegin(), kernel_.rend());
  norm_.resize(origins + 1);
  for (std::size_t from = 0; from <= origins; ++from) {
    float sum = 0;
    for (std::size_t to = 1; to <= origins; ++to) sum += kernel_[to - from + origins];
    norm_[from] = (1 - null_) / sum;
  }
  kernel_.resize(kernel_.size() + kLane);
  reversed_.resize(reversed_.size() + kLane);
}

void Hmm::run(std::size_t words, std::size_t origins, float* given, float* given_nowhere,
              std::vector<double>* jump_counts) {
  if (origins == 0) {
    std::fill_n(given_nowhere, words, 1.0f);
    return;
  }
  set_transitions(origins);
  const std::size_t places = origins + 1;
  at_.resize(words * places);
  nowhere_.resize(words * places);
  scale_.resize(words);
  factors_.resize(places);
  sums_.resize(padded(places));
  last_.assign(places, 0);
  last_[0] = 1;
  for (std::size_t w = 0; w < words; ++w) {
    for (std::size_t i = 0; i < places; ++i) factors_[i] = last_[i] * norm_[i];
    convolve(factors_.data(), places, kernel_.data() + origins, sums_.size(), sums_.data());
    float* at = at_.data() + w * places;
    float* nowhere = nowhere_.data() + w * places;
    at[0] = 0;
    float sum = 0;
    for (std::size_t i = 1; i < places; ++i) {
      at[i] = sums_[i] * given[w * origins + i - 1];
      sum += at[i];
    }
    for (std::size_t i = 0; i < places; ++i) {
      nowhere[i] = last_[i] * null_ * given_nowhere[w];
      sum += nowhere[i];
    }
    scale_[w] = 1 / sum;
    for (std::size_t i = 0; i < places; ++i) {
      at[i] *= scale_[w];
      nowhere[i] *= scale_[w];
      last_[i] = at[i] + nowhere[i];
    }
  }
  future_.assign(places, 1);
  factors_[0] = 0;  // no word comes from in front of the sentence
  for (std::size_t w = words; w-- > 0;) {
    const float* at = at_.data() + w * places;
    const float* nowhere = nowhere_.data() + w * places;
    float from_nowhere = 0;
    for (std::size_t i = 0; i < places; ++i) from_nowhere += nowhere[i] * future_[i];
    for (std::size_t i = 1; i < places; ++i) {
      float& cell = given[w * origins + i - 1];
      factors_[i] = cell * future_[i] * scale_[w];
      cell = at[i] * future_[i];
    }
    if (jump_counts != nullptr) count_jumps(w, *jump_counts);
    const float stay = null_ * given_nowhere[w] * scale_[w];
    given_nowhere[w] = from_nowhere;
    convolve(factors_.data(), places, reversed_.data() + origins, sums_.size(), sums_.data());
    for (std::size_t i = 0; i < places; ++i) future_[i] = sums_[i] * norm_[i] + stay * future_[i];
  }
}

/// Counts the jumps to a word; `factors_` has what is expected of it and of all words behind it.
void Hmm::count_jumps(std::size_t word, std::vector<double>& counts) const {
  const std::size_t places = origins_ + 1;
  for (std::size_t from = 0; from < places; ++from) {
    const std::size_t before = (word - 1) * places + from;
    const float came = word == 0 ? (from == 0 ? 1.0f : 0.0f) : at_[before] + nowhere_[before];
    for (std::size_t to = 1; to < places; ++to) {
      const int jump = std::clamp(static_cast<int>(to) - static_cast<int>(from), -Jumps::kFarthest,
                                  Jumps::kFarthest);
      counts[static_cast<std::size_t>(jump + Jumps::kFarthest)] +=
          came * norm_[from] * kernel_[to - from + origins_] * factors_[to];
    }
  }
}

}  // namespace ow
