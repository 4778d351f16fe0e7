#include "pairs/align_sentences.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pairs/anchors.h"
#include "pairs/words.h"

namespace ow::pairs {

namespace {

/// How many sentences of each text a bead may join, and how likely that is.
struct Shape {
  std::uint32_t first, second;
  double probability;
};
constexpr std::array<Shape, 8> kShapes = {{{1, 1, 0.87},
                                           {1, 0, 0.01},
                                           {0, 1, 0.01},
                                           {2, 1, 0.0445},
                                           {1, 2, 0.0445},
                                           {2, 2, 0.011},
                                           {3, 1, 0.005},
                                           {1, 3, 0.005}}};
constexpr double kVariance = 6.8;       // of a character's length in the other text
constexpr double kOverlapWeight = 18;   // nats for having all words in common
constexpr double kUsualOverlap = 0.22;  // what says nothing for or against

struct Text {
  std::vector<Sentence> words;     // sorted
  std::vector<double> weights;     // of the words of a sentence, rare ones heavier
  std::vector<double> characters;  // up to and with each sentence; one more: 0 at the beginning

  double length(std::uint32_t begin, std::uint32_t end) const {
    return characters[end] - characters[begin];
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(words.size()); }
};

class Alignment {
 public:
  Alignment(std::span<const std::string_view> first, std::span<const std::string_view> second,
            std::uint32_t window)
      : first_(read(first)), second_(read(second)), window_(window) {
    anchors_ = anchors(first_.words, second_.words);
    weigh();
    for (const Shape& shape : kShapes) prior_.push_back(std::log(shape.probability));
  }

  std::vector<Bead> run() {
    const std::uint32_t rows = first_.size() + 1;
    begins_.resize(rows);
    std::vector<std::vector<double>> best(rows);
    std::vector<std::vector<std::uint8_t>> from(rows);
    overlaps_.resize(rows);
    std::uint32_t previous_end = 1;
    for (std::uint32_t i = 0; i < rows; ++i) {
      const Range range = band(i);
      const std::uint32_t end = range.end;
      const std::uint32_t begin = std::min(range.begin, previous_end - 1);  // always a way on
      previous_end = end;
      begins_[i] = begin;
      best[i].assign(end - begin, -INFINITY);
      from[i].assign(end - begin, 0);
      if (i > 0) fill_overlaps(i - 1, begin, end);
      for (std::uint32_t j = begin; j < end; ++j) {
        double& score = best[i][j - begin];
        if (i == 0 && j == 0) score = 0;
        for (std::uint8_t s = 0; s < kShapes.size(); ++s) {
          const Shape& shape = kShapes[s];
          if (shape.first > i || shape.second > j) continue;
          const std::uint32_t k = i - shape.first, l = j - shape.second;
          if (l < begins_[k] || l - begins_[k] >= best[k].size()) continue;
          const double before = best[k][l - begins_[k]];
          if (before == -INFINITY) continue;
          const double here = before + prior_[s] + evidence(k, i, l, j);
          if (here > score) {
            score = here;
            from[i][j - begin] = s;
          }
        }
      }
    }
    return trace(from);
  }

 private:
  Text read(std::span<const std::string_view> sentences) {
    Text text;
    text.characters.push_back(0);
    for (const std::string_view sentence : sentences) {
      text.words.push_back(numbers_.numbers_of(sentence));
      std::sort(text.words.back().begin(), text.words.back().end());
      text.characters.push_back(text.characters.back() + static_cast<double>(sentence.size() + 1));
    }
    return text;
  }

  void weigh() {
    std::vector<std::uint32_t> frequency(numbers_.size());
    for (const Text* text : {&first_, &second_})
      for (const Sentence& words : text->words)
        for (std::size_t i = 0; i < words.size(); ++i)
          if (i == 0 || words[i] != words[i - 1]) ++frequency[words[i]];
    const double count = first_.size() + second_.size();
    for (const std::uint32_t f : frequency) weight_.push_back(std::log(1 + count / (1.0 + f)));
    for (Text* text : {&first_, &second_})
      for (const Sentence& words : text->words) {
        double sum = 0;
        for (const Word word : words) sum += weight_[word];
        text->weights.push_back(sum);
      }
  }

  struct Range {
    std::uint32_t begin, end;
  };
  /// The positions in the second text to look at for position `i` in the first: near the line that
  /// leads from one anchor to the next. Positions must be asked for from 0 on.
  Range band(std::uint32_t i) {
    while (next_anchor_ + 1 < anchors_.size() && anchors_[next_anchor_].first <= i) ++next_anchor_;
    const Anchor from = anchors_[next_anchor_ - 1], to = anchors_[next_anchor_];
    const double slope =
        to.first > from.first ? (to.second - from.second) / double(to.first - from.first) : 0.0;
    const std::uint32_t size = second_.size() + 1;
    const auto middle = static_cast<std::uint32_t>(from.second + slope * (i - from.first));
    return {middle < window_ ? 0 : middle - window_,
            i == first_.size() ? size : std::min(size, middle + window_ + 1)};
  }

  /// The weight of the words that sentence `i` has in common with sentences of the second text.
  void fill_overlaps(std::uint32_t i, std::uint32_t begin, std::uint32_t end) {
    // Beads of three sentences reach back beyond the row.
    overlap_begins_.push_back(begin > 3 ? begin - 3 : 0);
    for (std::uint32_t j = overlap_begins_.back(); j < end && j < second_.size(); ++j)
      overlaps_[i].push_back(common(first_.words[i], second_.words[j]));
  }
  double common(const Sentence& a, const Sentence& b) const {
    double sum = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();)
      if (a[i] == b[j]) {
        sum += weight_[a[i]];
        ++i, ++j;
      } else {
        ++(a[i] < b[j] ? i : j);
      }
    return sum;
  }

  double overlap(std::uint32_t k, std::uint32_t i, std::uint32_t l, std::uint32_t j) const {
    double shared = 0, all = 0;
    for (std::uint32_t a = k; a < i; ++a) {
      all += first_.weights[a];
      for (std::uint32_t b = l; b < j; ++b) {
        const std::uint32_t begin = overlap_begins_[a];
        if (b >= begin && b - begin < overlaps_[a].size()) shared += overlaps_[a][b - begin];
      }
    }
    for (std::uint32_t b = l; b < j; ++b) all += second_.weights[b];
    return all > 0 ? std::min(1.0, 2 * shared / all) : 0;
  }

  /// Log of how well the sentences [k, i) and [l, j) fit each other.
  double evidence(std::uint32_t k, std::uint32_t i, std::uint32_t l, std::uint32_t j) const {
    if (k == i || l == j) return 0;
    const double ratio = second_.characters.back() / std::max(1.0, first_.characters.back());
    const double expected = first_.length(k, i) * ratio, found = second_.length(l, j);
    const double mean = (expected + found) / 2;
    const double deviation = std::abs(found - expected) / std::sqrt(mean * kVariance);
    // Twice the tail of the normal distribution, kept away from 0.
    const double length = std::log(std::max(std::erfc(deviation / std::sqrt(2.0)), 1e-12));
    return length + kOverlapWeight * (overlap(k, i, l, j) - kUsualOverlap);
  }

  std::vector<Bead> trace(const std::vector<std::vector<std::uint8_t>>& from) const {
    std::vector<Bead> beads;
    for (std::uint32_t i = first_.size(), j = second_.size(); i > 0 || j > 0;) {
      const Shape& shape = kShapes[from[i][j - begins_[i]]];
      const std::uint32_t k = i - shape.first, l = j - shape.second;
      beads.push_back({k, i, l, j, k == i || l == j ? 0 : overlap(k, i, l, j)});
      i = k;
      j = l;
    }
    std::reverse(beads.begin(), beads.end());
    return beads;
  }

  WordNumbers numbers_;
  Text first_, second_;
  std::uint32_t window_;
  std::vector<Anchor> anchors_;
  std::size_t next_anchor_ = 1;
  std::vector<double> weight_;  // of a word
  std::vector<double> prior_;
  std::vector<std::uint32_t> begins_;          // of the band of each position in the first text
  std::vector<std::vector<double>> overlaps_;  // of each sentence of the first text, in its band
  std::vector<std::uint32_t> overlap_begins_;
};

}  // namespace

std::vector<Bead> align_sentences(std::span<const std::string_view> first,
                                  std::span<const std::string_view> second, std::uint32_t window) {
  return Alignment(first, second, window).run();
}

}  // namespace ow::pairs
