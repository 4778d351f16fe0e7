#include "analysis/train.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <unordered_map>

#include "analysis/adam.h"
#include "analysis/oracle.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/parallel.h"

namespace ow::analysis {
namespace {

constexpr std::size_t kShards = 4;     // of a batch: their gradients are added up in this order
constexpr float kWordDropout = 0.25f;  // against counts: how often a rare word is taken as new
constexpr std::uint32_t kOracleRounds = 1;  // before the parser follows its own moves

/// Numbers that only look random, the same everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(mix(seed + 0x9e3779b97f4a7c15ULL)) {}
  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }
  /// From 0 up to, not including, 1.
  float share() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

 private:
  std::uint64_t state_;
};

void check(const TaughtText& text, const Shape& shape) {
  const std::size_t words = text.words.size();
  const bool fits = text.tags.size() == words && text.entities.size() == words &&
                    text.relations.size() == words && text.heads.size() == words &&
                    !text.sentences.empty() && text.sentences.front() == 0 &&
                    text.sentences.back() == static_cast<std::int64_t>(words) &&
                    std::is_sorted(text.sentences.begin(), text.sentences.end());
  if (!fits) throw Error("the columns of the analysed text are of different lengths");
  const auto known = [](std::span<const std::uint8_t> column, std::uint32_t classes) {
    return std::all_of(column.begin(), column.end(),
                       [&](std::uint8_t number) { return number < classes || number == kUnknown; });
  };
  if (!known(text.tags, shape.tags) || !known(text.entities, shape.entities) ||
      !known(text.relations, shape.relations))
    throw Error("the analysed text has a class that is not among the given ones");
}

/// The words that get rows of their own, the most frequent ones first, and how often they came.
struct Counted {
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint32_t> counts;  // by row
};

Counted count_words(const std::vector<std::uint64_t>& hashes, const TrainOptions& options) {
  std::unordered_map<std::uint64_t, std::uint32_t> counts;
  for (const std::uint64_t hash : hashes) ++counts[hash];
  std::vector<std::pair<std::uint32_t, std::uint64_t>> order;
  for (const auto& [hash, count] : counts)
    if (count >= options.least_count) order.emplace_back(count, hash);
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  if (order.size() > options.known_words) order.resize(options.known_words);
  Counted counted;
  counted.counts.push_back(0);
  for (const auto& [count, hash] : order) {
    counted.hashes.push_back(hash);
    counted.counts.push_back(count);
  }
  return counted;
}

class Training {
 public:
  Training(const TaughtText& text, const Shape& shape, const TrainOptions& options)
      : text_(text),
        options_(options),
        shape_(shape),
        layout_(shape),
        heads_(text.heads.begin(), text.heads.end()),
        order_(text.sentences.size() - 1) {
    read_words();
    read_trees();
    begin_weights();
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t i = 0; i < kShards; ++i)
      lessons_.push_back(std::make_unique<Lesson>(shape_, layout_, weights_));
  }

  Trained run() {
    Adam dense(weights_.parameters.size()), sparse(weights_.rows.size());
    const std::uint64_t batches = (order_.size() + options_.batch - 1) / options_.batch;
    const std::uint64_t steps = batches * options_.rounds;
    std::uint64_t step = 0;
    for (std::uint32_t round = 0; round < options_.rounds; ++round) {
      shuffle(round);
      Losses losses;
      for (std::uint64_t batch = 0; batch < batches; ++batch) {
        ++step;
        const double left = 1.0 - static_cast<double>(step - 1) / static_cast<double>(steps);
        const auto rate = static_cast<float>(options_.rate * left);
        dense.begin_step(step, rate);
        sparse.begin_step(step, rate);
        weights_.transpose(layout_);
        losses += learn_batch(batch * options_.batch, round);
        move(dense, sparse);
        if (options_.watch) options_.watch(step, steps, losses);
      }
    }
    return {shape_, counted_.hashes, std::move(weights_.parameters), std::move(weights_.rows)};
  }

 private:
  void read_words() {
    std::vector<std::uint64_t> hashes(text_.words.size());
    WordReader reader;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      reader.read(text_.words[i]);
      hashes[i] = reader.hash();
    }
    counted_ = count_words(hashes, options_);
    const auto places = places_for(counted_.hashes);
    known_ = static_cast<std::uint32_t>(counted_.hashes.size() + 1);
    rows_.resize(hashes.size());
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      reader.read(text_.words[i]);
      rows_[i] = reader.rows({places, known_});
    }
  }

  void read_trees() {
    std::vector<std::int32_t> heads;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const auto begin = static_cast<std::size_t>(text_.sentences[i]);
      const std::size_t size = static_cast<std::size_t>(text_.sentences[i + 1]) - begin;
      heads.assign(heads_.begin() + static_cast<std::ptrdiff_t>(begin),
                   heads_.begin() + static_cast<std::ptrdiff_t>(begin + size));
      for (std::size_t k = 0; k < size; ++k)
        if (heads[k] == static_cast<std::int32_t>(k)) heads[k] = static_cast<std::int32_t>(size);
      make_projective(heads);
      std::copy(heads.begin(), heads.end(), heads_.begin() + static_cast<std::ptrdiff_t>(begin));
    }
  }

  void begin_weights() {
    Dice dice(options_.seed);
    const auto spread = [&](float* numbers, std::size_t size, double reach) {
      for (std::size_t i = 0; i < size; ++i)
        numbers[i] = static_cast<float>((2.0 * dice.share() - 1.0) * reach);
    };
    weights_.parameters.assign(layout_.size, 0.0f);
    const auto begin = [&](const Linear& linear) {
      spread(weights_.parameters.data() + linear.weights, linear.inputs * linear.outputs,
             std::sqrt(3.0 / static_cast<double>(linear.inputs)));
    };
    for (const Linear& layer : layout_.layers) begin(layer);
    spread(weights_.parameters.data() + layout_.slots.weights,
           layout_.slots.inputs * layout_.slots.outputs,
           std::sqrt(3.0 / static_cast<double>(layout_.slots.inputs * kSlots)));
    weights_.rows.resize(row_count(known_) * shape_.width);
    spread(weights_.rows.data(), weights_.rows.size(), 0.3);
  }

  void shuffle(std::uint32_t round) {
    Dice dice(options_.seed * 1000 + round);
    for (std::size_t i = order_.size(); i > 1; --i)
      std::swap(order_[i - 1], order_[dice.next() % i]);
  }

  Losses learn_batch(std::size_t begin, std::uint32_t round) {
    const std::size_t size = std::min<std::size_t>(options_.batch, order_.size() - begin);
    Losses losses;
    for_each_in_order(
        kShards, options_.threads,
        [&](std::size_t shard) {
          Losses sum;
          gradients_[shard].clear(layout_);
          std::vector<Rows> rows;
          for (std::size_t i = begin + shard; i < begin + size; i += kShards)
            sum += learn_sentence(order_[i], round, *lessons_[shard], gradients_[shard], rows);
          return sum;
        },
        [&](std::size_t, Losses&& sum) { losses += sum; });
    return losses;
  }

  Losses learn_sentence(std::size_t number, std::uint32_t round, Lesson& lesson, Gradient& gradient,
                        std::vector<Rows>& rows) const {
    const auto begin = static_cast<std::size_t>(text_.sentences[number]);
    const std::size_t size = static_cast<std::size_t>(text_.sentences[number + 1]) - begin;
    if (size == 0) return {};
    Dice dice(mix(options_.seed) ^ (number * options_.rounds + round));
    rows.assign(rows_.begin() + static_cast<std::ptrdiff_t>(begin),
                rows_.begin() + static_cast<std::ptrdiff_t>(begin + size));
    for (Rows& word : rows) {
      const auto count = static_cast<float>(counted_.counts[word[kWord]]);
      if (dice.share() * (count + kWordDropout) < kWordDropout) word[kWord] = 0;
    }
    const Taught sentence{rows, text_.tags.subspan(begin, size),
                          text_.entities.subspan(begin, size), text_.relations.subspan(begin, size),
                          std::span(heads_).subspan(begin, size)};
    return lesson.learn(sentence, round >= kOracleRounds, gradient);
  }

  /// One step against the sum of the gradients.
  void move(Adam& dense, Adam& sparse) {
    std::size_t words = 0;
    for (const Gradient& gradient : gradients_) words += gradient.rows.size();
    if (words == 0) return;
    const float scale = 1.0f / static_cast<float>(words);
    std::vector<float>& sum = gradients_[0].parameters;
    for (std::size_t shard = 1; shard < kShards; ++shard)
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += gradients_[shard].parameters[i];
    dense.move(0, sum.size(), sum.data(), scale, weights_.parameters.data());

    const std::size_t width = shape_.width;
    row_sums_.resize(weights_.rows.size());
    touched_.clear();
    seen_.resize(weights_.rows.size() / width);
    for (const Gradient& gradient : gradients_) {
      for (std::size_t i = 0; i < gradient.rows.size(); ++i) {
        const float* change = gradient.vectors.data() + i * width;
        for (const std::uint32_t row : gradient.rows[i]) {
          if (!seen_[row]) touched_.push_back(row);
          seen_[row] = 1;
          float* at = row_sums_.data() + row * width;
          for (std::size_t k = 0; k < width; ++k) at[k] += change[k];
        }
      }
    }
    for (const std::uint32_t row : touched_) {
      float* at = row_sums_.data() + row * width;
      sparse.move(row * width, width, at, scale, weights_.rows.data());
      std::fill_n(at, width, 0.0f);
      seen_[row] = 0;
    }
  }

  const TaughtText& text_;
  const TrainOptions& options_;
  Shape shape_;
  Layout layout_;
  Counted counted_;
  std::uint32_t known_ = 0;
  std::vector<Rows> rows_;
  std::vector<std::int32_t> heads_;
  std::vector<std::size_t> order_;
  Weights weights_;
  std::array<Gradient, kShards> gradients_;
  std::vector<std::unique_ptr<Lesson>> lessons_;
  std::vector<float> row_sums_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint8_t> seen_;
};

}  // namespace

Trained train(const TaughtText& text, std::uint32_t tags, std::uint32_t entities,
              std::uint32_t relations, const TrainOptions& options) {
  const Shape shape{options.width, options.depth, options.hidden, tags, entities, relations};
  if (!is_possible(shape) || options.batch == 0)
    throw Error(
        "no network has such a shape: width and hidden are multiples of 16 up to 1024, depth is at "
        "most 16, tags, entities and relations are from 1 to 254, a batch has sentences");
  check(text, shape);
  Trained trained = Training(text, shape, options).run();
  const auto finite = [](const std::vector<float>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); });
  };
  if (!finite(trained.parameters) || !finite(trained.rows))
    throw Error("the training came to no finite numbers; take a lower rate");
  return trained;
}

}  // namespace ow::analysis
