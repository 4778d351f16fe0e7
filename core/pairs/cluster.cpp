#include "pairs/cluster.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "base/error.h"
#include "pairs/words.h"

namespace ow::pairs {

namespace {

struct Weighted {
  Word word;
  double weight;
};
using Vector = std::vector<Weighted>;  // in the order of the words, of length 1

/// Words in more than one article of five tell nothing, unless there are few articles.
constexpr double kFrequentShare = 0.2;
constexpr std::size_t kFewArticles = 20;

std::vector<Vector> weighted(std::span<const std::string_view> articles) {
  WordNumbers numbers;
  std::vector<Vector> vectors(articles.size());
  std::vector<std::uint32_t> frequency;
  for (std::size_t i = 0; i < articles.size(); ++i) {
    Sentence words = numbers.numbers_of(articles[i]);
    std::sort(words.begin(), words.end());
    frequency.resize(numbers.size());
    for (std::size_t begin = 0, end; begin < words.size(); begin = end) {
      for (end = begin; end < words.size() && words[end] == words[begin];) ++end;
      vectors[i].push_back({words[begin], 1 + std::log(static_cast<double>(end - begin))});
      ++frequency[words[begin]];
    }
  }
  const auto count = static_cast<double>(articles.size());
  const double most = articles.size() > kFewArticles ? kFrequentShare * count : count;
  for (Vector& vector : vectors) {
    std::erase_if(vector, [&](const Weighted& w) { return frequency[w.word] > most; });
    double square = 0;
    for (Weighted& w : vector) {
      w.weight *= std::log((count + 1) / frequency[w.word]);
      square += w.weight * w.weight;
    }
    for (Weighted& w : vector) w.weight /= std::sqrt(square);
  }
  return vectors;
}

/// Sums of the vectors of clusters, found by their words.
class Clusters {
 public:
  std::uint32_t add() {
    squares_.push_back(0);
    last_.push_back(0);
    products_.push_back(0);
    return static_cast<std::uint32_t>(squares_.size() - 1);
  }

  void join(std::uint32_t cluster, const Vector& vector, std::int64_t time) {
    double product = 0;
    for (const Weighted& w : vector) {
      double& sum = sums_[w.word][cluster];
      product += sum * w.weight;
      sum += w.weight;
    }
    squares_[cluster] += 2 * product + 1;
    last_[cluster] = time;
  }

  struct Nearest {
    std::uint32_t cluster;
    double cosine;
  };
  /// The nearest cluster with an article since `oldest`; a cosine of 0 if there is none.
  Nearest nearest(const Vector& vector, std::int64_t oldest) {
    touched_.clear();
    for (const Weighted& w : vector) {
      auto& sums = sums_[w.word];
      std::erase_if(sums, [&](const auto& sum) { return last_[sum.first] < oldest; });
      for (const auto& [cluster, sum] : sums) {
        if (products_[cluster] == 0) touched_.push_back(cluster);
        products_[cluster] += sum * w.weight;
      }
    }
    Nearest best{0, 0};
    for (const std::uint32_t cluster : touched_) {
      const double cosine = products_[cluster] / std::sqrt(squares_[cluster]);
      products_[cluster] = 0;
      if (cosine > best.cosine || (cosine == best.cosine && cluster < best.cluster))
        best = {cluster, cosine};
    }
    return best;
  }

 private:
  std::unordered_map<Word, std::unordered_map<std::uint32_t, double>> sums_;
  std::vector<double> squares_, products_;
  std::vector<std::int64_t> last_;
  std::vector<std::uint32_t> touched_;
};

}  // namespace

std::vector<std::uint32_t> cluster_articles(std::span<const std::string_view> articles,
                                            std::span<const std::int64_t> times,
                                            const ClusterOptions& options) {
  if (articles.size() != times.size()) throw Error("each article needs a time");
  const std::vector<Vector> vectors = weighted(articles);
  std::vector<std::uint32_t> order(articles.size()), result(articles.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return times[a] < times[b]; });
  Clusters clusters;
  for (const std::uint32_t article : order) {
    const auto nearest = clusters.nearest(vectors[article], times[article] - options.window);
    const bool joins = nearest.cosine > 0 && nearest.cosine >= options.similarity;
    result[article] = joins ? nearest.cluster : clusters.add();
    clusters.join(result[article], vectors[article], times[article]);
  }
  return result;
}

}  // namespace ow::pairs
