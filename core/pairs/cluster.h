// News articles that tell of the same event.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ow::pairs {

struct ClusterOptions {
  double similarity = 0.2;           // least cosine of an article and its cluster
  std::int64_t window = 3 * 86'400;  // most seconds between an article and the one before it
};

/// The number of the cluster of each article. Articles are tokenised and in lower case, times are
/// in seconds. One after the other, from the oldest on, an article joins the cluster that is
/// nearest by the cosine of TF-IDF weights, or begins a new one; clusters are numbered in this
/// order.
std::vector<std::uint32_t> cluster_articles(std::span<const std::string_view> articles,
                                            std::span<const std::int64_t> times,
                                            const ClusterOptions& options);

}  // namespace ow::pairs
