#include "context/train.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/adam.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/random.h"

namespace ow::context {
namespace {

constexpr std::size_t kShards = 4;       // of a batch: their gradients are added up in this order
constexpr double kGradeDropout = 0.15;   // units whose grade is not shown
constexpr std::size_t kPredicted = 256;  // units that are predicted together
// Where features.cpp puts what a grade says.
constexpr std::size_t kFirstGradeNumber = 2 + 2 * kOrigins, kGradeNumbers = 3;

bool is_known(float number) {
  return !std::isnan(number);
}

/// What a unit is described by, with its dropped rows left out.
struct Shown {
  std::vector<std::uint32_t> bags[kBags];
  std::vector<std::uint32_t> weights;
};

/// The gradient of one shard.
struct Gradient {
  std::vector<float> parameters;
  std::vector<std::uint32_t> rows, weight_rows;
  std::vector<float> vectors, weights;
  double loss = 0.0;
};

class Worker {
 public:
  /// `weights_known` has a flag for each row of the table of weights that may be used; all may if
  /// there are none.
  Worker(const Examples& examples, const Trained& trained, const Layout& layout,
         const std::vector<std::uint8_t>* weights_known)
      : examples_(examples),
        trained_(trained),
        layout_(layout),
        weights_known_(weights_known),
        network_(trained.shape, layout) {}

  /// Puts units into the network and runs it; `random` drops some of what they have, if given.
  void run(std::span<const std::uint32_t> units, const TrainOptions* options, std::uint64_t round) {
    const std::size_t width = trained_.shape.width;
    network_.begin(units.size());
    shown_.resize(units.size());
    outputs_.resize(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
      const std::size_t unit = units[i];
      Random random(options == nullptr ? 0 : options->seed, (round << 40) + unit);
      const auto keeps = [&](double dropout) {
        return options == nullptr || random.share() >= dropout;
      };
      const double row_dropout = options == nullptr ? 0.0 : options->row_dropout;
      const double weight_dropout = options == nullptr ? 0.0 : options->weight_dropout;
      Shown& shown = shown_[i];
      for (std::size_t bag = 0; bag < kBags; ++bag) {
        auto& rows = shown.bags[bag];
        rows.clear();
        const std::size_t at = unit * kBags + bag;
        for (auto k = examples_.bag_offsets[at]; k < examples_.bag_offsets[at + 1]; ++k)
          if (is_learnt(examples_.bag_rows[static_cast<std::size_t>(k)]) && keeps(row_dropout))
            rows.push_back(examples_.bag_rows[static_cast<std::size_t>(k)]);
        const float scale = bag_scale(rows.size());
        float* vector = network_.vector(i, bag);
        for (const std::uint32_t row : rows) {
          const float* numbers = trained_.vectors.data() + std::size_t{row} * width;
          for (std::size_t k = 0; k < width; ++k) vector[k] += scale * numbers[k];
        }
      }
      std::copy_n(examples_.numbers.data() + unit * kNumbers, kNumbers, network_.numbers(i));
      if (!keeps(kGradeDropout)) {
        float* numbers = network_.numbers(i);
        std::fill_n(numbers + kFirstGradeNumber, kGradeNumbers, 0.0f);
      }
      shown.weights.clear();
      sums_[kIsRight] = sums_[kTeacher] = 0.0f;
      for (auto k = examples_.weight_offsets[unit]; k < examples_.weight_offsets[unit + 1]; ++k) {
        const std::uint32_t row = examples_.weight_rows[static_cast<std::size_t>(k)];
        if (weights_known_ != nullptr && !(*weights_known_)[row]) continue;
        if (!keeps(weight_dropout)) continue;
        shown.weights.push_back(row);
        for (std::size_t o = 0; o < kOutputs; ++o)
          sums_[o] += trained_.weights[std::size_t{row} * kOutputs + o];
      }
      outputs_[i] = sums_;
    }
    network_.run(trained_.parameters);
    for (std::size_t i = 0; i < units.size(); ++i)
      outputs_[i] = with_weights(network_.output(i), outputs_[i], lean());
  }

  const std::array<float, kOutputs>& output(std::size_t i) const { return outputs_[i]; }

  void learn(std::span<const std::uint32_t> units, const TrainOptions& options, std::uint64_t round,
             std::span<const float> transposed, Gradient& gradient) {
    run(units, &options, round);
    const std::size_t columns = layout_.outputs.outputs, width = trained_.shape.width;
    slopes_.assign(units.size() * columns, 0.0f);
    gradient.loss = 0.0;
    gradient.rows.clear();
    gradient.vectors.clear();
    gradient.weight_rows.clear();
    gradient.weights.clear();
    for (std::size_t i = 0; i < units.size(); ++i) {
      const std::size_t unit = units[i];
      const float importance = examples_.importance[unit];
      float right = 0.0f, teacher = 0.0f;
      if (is_known(examples_.right[unit])) {
        const float said = examples_.right[unit], odds = outputs_[i][kIsRight];
        const float p = 1.0f / (1.0f + std::exp(-odds));
        right = importance * (p - said);
        gradient.loss += importance * (std::log1p(std::exp(-std::abs(odds))) +
                                       std::max(odds, 0.0f) - said * odds);
      }
      if (is_known(examples_.teacher[unit])) {
        const float miss = outputs_[i][kTeacher] - examples_.teacher[unit];
        // Beyond 1 it counts no more than in proportion.
        teacher = options.teacher_share * std::clamp(miss, -1.0f, 1.0f);
        gradient.loss += options.teacher_share *
                         (std::abs(miss) < 1.0f ? 0.5f * miss * miss : std::abs(miss) - 0.5f);
      }
      gradient.parameters[layout_.lean] += right * outputs_[i][kTeacher];
      const float both[kOutputs] = {right, teacher + lean() * right};
      for (std::size_t o = 0; o < kOutputs; ++o) slopes_[i * columns + o] = both[o];
      for (const std::uint32_t row : shown_[i].weights) {
        gradient.weight_rows.push_back(row);
        gradient.weights.insert(gradient.weights.end(), both, both + kOutputs);
      }
    }
    network_.go_back(transposed, slopes_, gradient.parameters);
    for (std::size_t i = 0; i < units.size(); ++i) {
      for (std::size_t bag = 0; bag < kBags; ++bag) {
        const auto& rows = shown_[i].bags[bag];
        const float scale = bag_scale(rows.size());
        const float* back = network_.vector(i, bag);
        for (const std::uint32_t row : rows) {
          gradient.rows.push_back(row);
          for (std::size_t k = 0; k < width; ++k) gradient.vectors.push_back(scale * back[k]);
        }
      }
    }
  }

 private:
  float lean() const { return trained_.parameters[layout_.lean]; }
  bool is_learnt(std::uint32_t row) const {
    const std::size_t at = std::size_t{row} * trained_.shape.width;
    return trained_.vectors[at] != 0.0f || trained_.vectors[at + 1] != 0.0f;
  }

  const Examples& examples_;
  const Trained& trained_;
  const Layout& layout_;
  const std::vector<std::uint8_t>* weights_known_;
  Network network_;
  std::vector<Shown> shown_;
  std::array<float, kOutputs> sums_{};
  std::vector<std::array<float, kOutputs>> outputs_;
  std::vector<float> slopes_;
};

void check(const Examples& examples, const Shape& shape) {
  const std::size_t units = examples.size();
  const bool fits =
      examples.teacher.size() == units && examples.importance.size() == units &&
      examples.numbers.size() == units * kNumbers &&
      examples.bag_offsets.size() == units * kBags + 1 &&
      examples.weight_offsets.size() == units + 1 && examples.bag_offsets.front() == 0 &&
      examples.weight_offsets.front() == 0 &&
      std::is_sorted(examples.bag_offsets.begin(), examples.bag_offsets.end()) &&
      std::is_sorted(examples.weight_offsets.begin(), examples.weight_offsets.end()) &&
      examples.bag_offsets.back() == static_cast<std::int64_t>(examples.bag_rows.size()) &&
      examples.weight_offsets.back() == static_cast<std::int64_t>(examples.weight_rows.size());
  if (!fits) throw Error("the columns of the examples are of different lengths");
  const auto below = [](std::span<const std::uint32_t> rows, std::uint32_t count) {
    return std::all_of(rows.begin(), rows.end(), [&](std::uint32_t row) { return row < count; });
  };
  if (!below(examples.bag_rows, shape.vectors) || !below(examples.weight_rows, shape.weights))
    throw Error("an example has a row that its table does not have");
}

void transpose(const Layout& layout, std::span<const float> parameters,
               std::vector<float>& transposed) {
  transposed.assign(parameters.begin(), parameters.end());
  for (const analysis::Linear* linear : {&layout.hidden, &layout.last, &layout.outputs}) {
    for (std::size_t i = 0; i < linear->inputs; ++i)
      for (std::size_t k = 0; k < linear->outputs; ++k)
        transposed[linear->weights + k * analysis::padded(linear->inputs) + i] =
            parameters[linear->weights + i * linear->outputs + k];
  }
}

/// Which rows come often enough to be learnt.
std::vector<std::uint8_t> frequent(std::span<const std::uint32_t> rows, std::size_t size,
                                   std::uint32_t least) {
  std::vector<std::uint32_t> counts(size);
  for (const std::uint32_t row : rows) ++counts[row];
  std::vector<std::uint8_t> flags(size);
  std::transform(counts.begin(), counts.end(), flags.begin(),
                 [&](std::uint32_t count) { return count >= least; });
  return flags;
}

Trained fresh(const Examples& examples, const Shape& shape, const Layout& layout,
              const TrainOptions& options) {
  Trained trained{shape, {}, {}, {}};
  Random random(options.seed);
  const auto spread = [&](float* numbers, std::size_t size, double reach) {
    for (std::size_t i = 0; i < size; ++i)
      numbers[i] = static_cast<float>((2.0 * random.share() - 1.0) * reach);
  };
  trained.parameters.assign(layout.size, 0.0f);
  for (const analysis::Linear* linear : {&layout.hidden, &layout.last, &layout.outputs}) {
    spread(trained.parameters.data() + linear->weights, linear->inputs * linear->outputs,
           std::sqrt(3.0 / static_cast<double>(linear->inputs)));
  }
  trained.parameters[layout.lean] = 0.5f;
  trained.vectors.resize(std::size_t{shape.vectors} * shape.width);
  spread(trained.vectors.data(), trained.vectors.size(), options.reach);
  const auto known = frequent(examples.bag_rows, shape.vectors, options.least_count);
  for (std::size_t row = 0; row < known.size(); ++row)
    if (!known[row]) std::fill_n(trained.vectors.data() + row * shape.width, shape.width, 0.0f);
  trained.weights.assign(std::size_t{shape.weights} * kOutputs, 0.0f);
  return trained;
}

/// Adds up what shards say of rows, and moves each row once.
class SparseSteps {
 public:
  SparseSteps(std::size_t rows, std::size_t width)
      : width_(width), adam_(rows * width), sums_(rows * width), seen_(rows) {}

  void begin(std::uint64_t step, float rate, float decay) {
    adam_.begin_step(step, rate);
    shrink_ = 1.0f - rate * decay;
    touched_.clear();
  }
  void add(std::span<const std::uint32_t> rows, std::span<const float> changes) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint32_t row = rows[i];
      if (!seen_[row]) touched_.push_back(row);
      seen_[row] = 1;
      for (std::size_t k = 0; k < width_; ++k) sums_[row * width_ + k] += changes[i * width_ + k];
    }
  }
  void move(float scale, std::vector<float>& numbers) {
    for (const std::uint32_t row : touched_) {
      float* sum = sums_.data() + row * width_;
      adam_.move(row * width_, width_, sum, scale, numbers.data());
      for (std::size_t k = 0; k < width_; ++k) numbers[row * width_ + k] *= shrink_;
      std::fill_n(sum, width_, 0.0f);
      seen_[row] = 0;
    }
  }

 private:
  std::size_t width_;
  analysis::Adam adam_;
  std::vector<float> sums_;
  std::vector<std::uint8_t> seen_;
  std::vector<std::uint32_t> touched_;
  float shrink_ = 1.0f;
};

}  // namespace

Trained train(const Examples& examples, const TableSizes& sizes, const TrainOptions& options,
              const Trained* begin) {
  const Shape shape = begin != nullptr ? begin->shape
                                       : Shape{sizes.vectors, sizes.weights, options.width,
                                               options.hidden, options.last};
  if (!is_possible(shape) || options.batch == 0)
    throw Error(
        "no network has such a shape: tables have a power of two of rows, width and "
        "hidden layers are multiples of 16 up to 512, a batch has examples");
  check(examples, shape);
  const Layout layout(shape);
  Trained trained = begin != nullptr ? *begin : fresh(examples, shape, layout, options);
  const auto weights_known = frequent(examples.weight_rows, shape.weights, options.least_count);
  std::vector<std::uint32_t> order(examples.size());
  std::iota(order.begin(), order.end(), 0U);
  std::vector<Worker> workers;
  for (std::size_t i = 0; i < kShards; ++i)
    workers.emplace_back(examples, trained, layout, &weights_known);
  std::array<Gradient, kShards> gradients;
  analysis::Adam dense(layout.size);
  SparseSteps vectors(shape.vectors, shape.width), weights(shape.weights, kOutputs);
  std::vector<float> transposed;
  const std::uint64_t batches = (order.size() + options.batch - 1) / options.batch;
  const std::uint64_t steps = batches * options.rounds;
  std::uint64_t step = 0;
  for (std::uint32_t round = 0; round < options.rounds; ++round) {
    Random random(options.seed, 1000 + round);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    double loss = 0.0;
    for (std::uint64_t batch = 0; batch < batches; ++batch) {
      ++step;
      const double left = 1.0 - static_cast<double>(step - 1) / static_cast<double>(steps);
      const auto rate = static_cast<float>(options.rate * left);
      transpose(layout, trained.parameters, transposed);
      const std::size_t from = batch * options.batch;
      const auto all =
          std::span(order).subspan(from, std::min<std::size_t>(options.batch, order.size() - from));
      const std::size_t share = (all.size() + kShards - 1) / kShards;
      for_each_in_order(
          kShards, options.threads,
          [&](std::size_t shard) {
            Gradient& gradient = gradients[shard];
            gradient.parameters.assign(layout.size, 0.0f);
            const std::size_t first = std::min(shard * share, all.size());
            workers[shard].learn(all.subspan(first, std::min(share, all.size() - first)), options,
                                 round, transposed, gradient);
            return gradient.loss;
          },
          [&](std::size_t, double&& one) { loss += one; });
      const float scale = 1.0f / static_cast<float>(all.size());
      dense.begin_step(step, rate);
      vectors.begin(step, rate, options.decay);
      weights.begin(step, rate, options.decay);
      for (std::size_t shard = 1; shard < kShards; ++shard)
        for (std::size_t i = 0; i < layout.size; ++i)
          gradients[0].parameters[i] += gradients[shard].parameters[i];
      dense.move(0, layout.size, gradients[0].parameters.data(), scale, trained.parameters.data());
      for (const Gradient& gradient : gradients) {
        vectors.add(gradient.rows, gradient.vectors);
        weights.add(gradient.weight_rows, gradient.weights);
      }
      vectors.move(scale, trained.vectors);
      weights.move(scale, trained.weights);
      if (options.watch)
        options.watch(step, steps,
                      loss / static_cast<double>(std::min(order.size(), from + all.size())));
    }
  }
  for (const auto* numbers : {&trained.parameters, &trained.vectors, &trained.weights})
    if (!std::all_of(numbers->begin(), numbers->end(), [](float x) { return std::isfinite(x); }))
      throw Error("the training came to no finite numbers; take a lower rate");
  return trained;
}

std::vector<float> predict(const Examples& examples, const Trained& trained, unsigned threads) {
  check(examples, trained.shape);
  const Layout layout(trained.shape);
  std::vector<float> outputs(examples.size() * kOutputs);
  const std::size_t parts = (examples.size() + kPredicted - 1) / kPredicted;
  for_each_in_order(
      parts, threads,
      [&](std::size_t part) {
        const std::size_t from = part * kPredicted;
        std::vector<std::uint32_t> units(std::min(kPredicted, examples.size() - from));
        std::iota(units.begin(), units.end(), static_cast<std::uint32_t>(from));
        Worker worker(examples, trained, layout, nullptr);
        worker.run(units, nullptr, 0);
        for (std::size_t i = 0; i < units.size(); ++i)
          std::copy_n(worker.output(i).data(), kOutputs, outputs.data() + (from + i) * kOutputs);
        return true;
      },
      [](std::size_t, bool&&) {});
  return outputs;
}

}  // namespace ow::context
