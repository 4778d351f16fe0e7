#include "search/best_segmentation.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace ow {

void BestSegmentation::start(const Lattice& lattice) {
  lattice_ = &lattice;
  const auto nodes = lattice.nodes();
  const std::size_t size = std::bit_ceil(2 * nodes.size() + 2);
  children_.assign(size, {0, kNone});
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
  for (std::uint32_t parent = 0; parent < nodes.size(); ++parent) {
    for (std::uint32_t i = 0; i < nodes[parent].child_count; ++i) {
      const std::uint32_t node = nodes[parent].first_child + i;
      const std::uint64_t key = key_of(parent, nodes[node].word);
      std::size_t at = key * 0x9e3779b97f4a7c15ULL >> shift_;
      while (children_[at].node != kNone) at = (at + 1) & (size - 1);
      children_[at] = {key, node};
    }
  }
}

std::uint32_t BestSegmentation::child(std::uint32_t node, LocalWord word) const {
  const std::uint64_t key = key_of(node, word);
  std::size_t at = key * 0x9e3779b97f4a7c15ULL >> shift_;
  while (children_[at].node != kNone && children_[at].key != key)
    at = (at + 1) & (children_.size() - 1);
  return children_[at].node;
}

void BestSegmentation::reach(std::uint32_t position, std::uint32_t made, double score) {
  Point* points = points_.data() + position * width_;
  for (std::uint32_t i = 0; i < counts_[position]; ++i) {
    if (points[i].made != made) continue;
    points[i].score = std::max(points[i].score, score);
    return;
  }
  points[counts_[position]++] = {made, score};
}

double BestSegmentation::score(std::span<const LocalWord> target) {
  const std::uint32_t length = lattice_->length();
  width_ = target.size() + 1;
  if (points_.size() < (length + 1) * width_) points_.resize((length + 1) * width_);
  counts_.assign(length + 1, 0);
  reach(0, 0, 0.0);
  for (std::uint32_t position = 0; position < length; ++position) {
    for (std::uint32_t i = 0; i < counts_[position]; ++i) {
      const Point from = points_[position * width_ + i];
      std::uint32_t node = lattice_->root(position);
      for (std::uint32_t made = from.made; node != kNone; ++made) {
        for (const Lattice::End& end : lattice_->ends(lattice_->nodes()[node]))
          reach(end.position, made, from.score + end.score);
        if (made == target.size()) break;
        node = child(node, target[made]);
      }
    }
  }
  for (std::uint32_t i = 0; i < counts_[length]; ++i) {
    const Point& point = points_[length * width_ + i];
    if (point.made == target.size()) return point.score;
  }
  return -std::numeric_limits<double>::infinity();
}

}  // namespace ow
