#include "phrases/vectors.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/lines.h"
#include "base/parallel.h"

namespace ow {
namespace {

constexpr std::size_t kBatch = 1 << 14;

using Words = std::vector<std::string_view>;
using Vector = std::span<const std::int8_t>;

std::int32_t product(Vector one, Vector other) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    sum += static_cast<std::int32_t>(one[i]) * static_cast<std::int32_t>(other[i]);
  return sum;
}

std::int64_t product(const std::vector<std::int32_t>& one, const std::vector<std::int32_t>& other) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    sum += static_cast<std::int64_t>(one[i]) * static_cast<std::int64_t>(other[i]);
  return sum;
}

/// The cosine from products; 0 where a vector has no direction.
template <class Integer>
float cosine(Integer both, Integer one, Integer other) {
  if (one == 0 || other == 0) return 0.0f;
  return static_cast<float>(static_cast<double>(both) /
                            std::sqrt(static_cast<double>(one) * static_cast<double>(other)));
}

/// Compares one pair after the other; keeps its memory.
class Comparison {
 public:
  explicit Comparison(const WordVectors& vectors) : vectors_(vectors) {}

  void add(std::string_view source, std::string_view target, Nearnesses& result) {
    split_words(source, source_);
    split_words(target, target_);
    const bool source_known = add_up(source_, source_sum_);
    const bool known = add_up(target_, target_sum_) && source_known;
    result.nearness.push_back(known ? cosine(product(source_sum_, target_sum_),
                                             product(source_sum_, source_sum_),
                                             product(target_sum_, target_sum_))
                                    : kUnknownNearness);
    find_own(source_, target_, source_own_);
    find_own(target_, source_, target_own_);
    result.unmatched.push_back(worst_match());
  }

 private:
  struct Own {
    Vector vector;
    std::int32_t square;  // of its length
    float best;           // cosine with any of the other phrase
  };

  /// Adds up the vectors of words; returns whether there are any.
  bool add_up(const Words& words, std::vector<std::int32_t>& sum) const {
    sum.assign(vectors_.dimensions(), 0);
    bool any = false;
    for (const std::string_view word : words) {
      const Vector vector = vectors_.find(word);
      for (std::size_t i = 0; i < vector.size(); ++i) sum[i] += vector[i];
      any = any || !vector.empty();
    }
    return any;
  }

  /// The words with vectors that the other phrase does not have.
  void find_own(const Words& words, const Words& others, std::vector<Own>& own) const {
    own.clear();
    for (const std::string_view word : words) {
      if (std::find(others.begin(), others.end(), word) != others.end()) continue;
      const Vector vector = vectors_.find(word);
      if (!vector.empty()) own.push_back({vector, product(vector, vector), -1.0f});
    }
  }

  float worst_match() {
    if (source_own_.empty() && target_own_.empty()) return kUnknownNearness;
    if (source_own_.empty() || target_own_.empty()) return 0.0f;
    for (Own& one : source_own_) {
      for (Own& other : target_own_) {
        const float near = cosine(product(one.vector, other.vector), one.square, other.square);
        one.best = std::max(one.best, near);
        other.best = std::max(other.best, near);
      }
    }
    float worst = 1.0f;
    for (const auto* own : {&source_own_, &target_own_})
      for (const Own& each : *own) worst = std::min(worst, each.best);
    return worst;
  }

  const WordVectors& vectors_;
  Words source_, target_;
  std::vector<std::int32_t> source_sum_, target_sum_;
  std::vector<Own> source_own_, target_own_;
};

}  // namespace

WordVectors::WordVectors(const TextsView& words, std::span<const std::int8_t> numbers)
    : numbers_(numbers.begin(), numbers.end()) {
  if (words.size() > 0) dimensions_ = numbers.size() / words.size();
  if (dimensions_ * words.size() != numbers.size())
    throw Error("the vectors of words are of different lengths");
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!places_.emplace(words[i], i).second)
      throw Error(std::string(words[i]) + " has two vectors");
  }
}

Nearnesses compare_vectors(const TextsView& sources, const TextsView& targets,
                           const WordVectors& vectors, unsigned threads) {
  if (sources.size() != targets.size()) throw Error("there must be as many targets as sources");
  Nearnesses result;
  const std::size_t batches = (sources.size() + kBatch - 1) / kBatch;
  for_each_in_order(
      batches, threads,
      [&](std::size_t batch) {
        Nearnesses part;
        Comparison comparison(vectors);
        const std::size_t end = std::min(sources.size(), (batch + 1) * kBatch);
        for (std::size_t row = batch * kBatch; row < end; ++row)
          comparison.add(sources[row], targets[row], part);
        return part;
      },
      [&](std::size_t, Nearnesses&& part) {
        const auto append = [](auto& all, const auto& more) {
          all.insert(all.end(), more.begin(), more.end());
        };
        append(result.nearness, part.nearness);
        append(result.unmatched, part.unmatched);
      });
  return result;
}

}  // namespace ow
