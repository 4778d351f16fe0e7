#include "context/model.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.h"
#include "base/hash.h"
#include "base/lines.h"
#include "context/format.h"

namespace ow::context {
namespace {

constexpr std::size_t kTogether = 128;         // units that go through the network at once
constexpr float kWeightStep = 1.0f / 2048.0f;  // of the table of weights
constexpr float kMostVector = 127.0f, kMostWeight = 32767.0f;

template <class T>
std::span<const T> all_of(const Container& file, std::uint32_t section) {
  const View<T> view = file.section<T>(section);
  return view.range(0, view.size());
}

Shape read_shape(const Container& file) {
  const auto shapes = all_of<Shape>(file, format::kShape);
  if (shapes.size() != 1 || !is_possible(shapes[0]))
    file.corrupt("its network has an impossible shape");
  return shapes[0];
}

std::vector<std::string> read_tags(const Container& file) {
  std::vector<std::string> names;
  std::string name;
  for (const char byte : all_of<char>(file, format::kTags)) {
    if (byte != '\n') {
      name += byte;
      continue;
    }
    names.push_back(std::move(name));
    name.clear();
  }
  if (!name.empty() || names.size() > kMostTags) file.corrupt("its tags are not lines");
  return names;
}

Guards read_guards(const Container& file) {
  const auto bytes = all_of<char>(file, format::kGuards);
  try {
    return Guards({bytes.data(), bytes.size()});
  } catch (const FormatError& error) {
    file.corrupt(error.what());
  }
}

void check_finite(const Container& file, std::span<const float> numbers) {
  if (!std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); }))
    file.corrupt("a parameter of its network is not a number");
}

void check(const Trained& trained) {
  const Shape& shape = trained.shape;
  if (!is_possible(shape) || trained.parameters.size() != Layout(shape).size ||
      trained.vectors.size() != std::size_t{shape.vectors} * shape.width ||
      trained.weights.size() != std::size_t{shape.weights} * kOutputs)
    throw Error("the network is not as large as its shape says");
  for (const auto* numbers : {&trained.parameters, &trained.vectors, &trained.weights})
    if (!std::all_of(numbers->begin(), numbers->end(), [](float x) { return std::isfinite(x); }))
      throw Error("a parameter of the network is not a finite number");
}

/// One change is as likely right whoever offers it: all units that make it get the best odds.
void share_best(const Units& units, std::span<const std::int64_t> rows, std::vector<float>& odds) {
  std::unordered_map<std::uint64_t, float> best;
  const auto key_of = [&](std::int64_t row) {
    const auto unit = static_cast<std::size_t>(row);
    const std::int32_t place[3] = {units.sentence[unit], units.begin[unit], units.end[unit]};
    const auto target = units.target(unit);
    return mix(hash_bytes(place, sizeof place) ^
               mix(hash_bytes(target.data(), target.size_bytes())));
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto [at, fresh] = best.emplace(key_of(rows[i]), odds[i]);
    if (!fresh) at->second = std::max(at->second, odds[i]);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) odds[i] = best[key_of(rows[i])];
}

}  // namespace

struct ConfidenceModel::Workspace {
  Features features;
  std::unique_ptr<Network> network;
};

ConfidenceModel::ConfidenceModel(std::string path)
    : file_(std::make_unique<Container>(std::move(path), format::kKind)),
      // All of it is verified now: spans are quicker than views.
      shape_(read_shape(*file_)),
      layout_(shape_),
      vectors_(all_of<std::int8_t>(*file_, format::kVectors)),
      scales_(all_of<float>(*file_, format::kScales)),
      parameters_(all_of<float>(*file_, format::kParameters)),
      weights_(all_of<std::int16_t>(*file_, format::kWeights)),
      tag_names_(read_tags(*file_)),
      word_tags_(all_of<WordTags::Entry>(*file_, format::kWordTags)),
      meanings_(all_of<std::uint64_t>(*file_, format::kVectorWords),
                all_of<std::int8_t>(*file_, format::kVectorNumbers)),
      guards_(read_guards(*file_)) {
  const auto calibrations = all_of<float>(*file_, format::kCalibration);
  if (vectors_.size() != std::size_t{shape_.vectors} * shape_.width ||
      scales_.size() != shape_.vectors ||
      weights_.size() != std::size_t{shape_.weights} * kOutputs ||
      parameters_.size() != layout_.size || calibrations.size() != 2 * kOrigins)
    file_->corrupt("its parameters are not as many as its network needs");
  if (!word_tags_.is_sorted() || !meanings_.is_valid())
    file_->corrupt("its words are not in order");
  check_finite(*file_, scales_);
  check_finite(*file_, parameters_);
  check_finite(*file_, calibrations);
  for (std::size_t i = 0; i < kOrigins; ++i)
    calibrations_[i] = {calibrations[2 * i], calibrations[2 * i + 1]};
  weight_scale_ = kWeightStep;
}

ConfidenceModel::~ConfidenceModel() = default;

std::vector<float> ConfidenceModel::odds(const Units& units, const lm::Model& lm,
                                         std::span<const TableTraits> tables,
                                         std::span<const std::int64_t> rows) const {
  Stock<Workspace>::Lease workspace(workspaces_);
  Features& features = workspace->features;
  if (!workspace->network) workspace->network = std::make_unique<Network>(shape_, layout_);
  Network& network = *workspace->network;
  features.clear();
  FeatureMaker(lm, word_tags_, tag_names_, meanings_, sizes()).make(units, tables, rows, features);
  std::vector<float> found;
  found.reserve(rows.size());
  std::vector<std::array<float, kOutputs>> sums;
  for (std::size_t first = 0; first < rows.size(); first += kTogether) {
    const std::size_t count = std::min(kTogether, rows.size() - first);
    network.begin(count);
    sums.assign(count, {});
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t unit = first + i;
      for (std::size_t bag = 0; bag < kBags; ++bag) {
        const auto from = static_cast<std::size_t>(features.bag_offsets[unit * kBags + bag]);
        const auto to = static_cast<std::size_t>(features.bag_offsets[unit * kBags + bag + 1]);
        const auto rows_of_bag = std::span(features.bag_rows).subspan(from, to - from);
        const auto learnt = std::count_if(rows_of_bag.begin(), rows_of_bag.end(),
                                          [&](std::uint32_t row) { return scales_[row] > 0.0f; });
        const float scale = bag_scale(static_cast<std::size_t>(learnt));
        float* vector = network.vector(i, bag);
        for (std::size_t k = from; k < to; ++k) {
          const std::uint32_t row = features.bag_rows[k];
          const float step = scale * scales_[row];
          const std::int8_t* numbers = vectors_.data() + std::size_t{row} * shape_.width;
          for (std::size_t n = 0; n < shape_.width; ++n)
            vector[n] += step * static_cast<float>(numbers[n]);
        }
      }
      std::copy_n(features.numbers.data() + unit * kNumbers, kNumbers, network.numbers(i));
      for (auto k = features.weight_offsets[unit]; k < features.weight_offsets[unit + 1]; ++k) {
        const std::size_t row = features.weight_rows[static_cast<std::size_t>(k)];
        for (std::size_t o = 0; o < kOutputs; ++o)
          sums[i][o] += weight_scale_ * static_cast<float>(weights_[row * kOutputs + o]);
      }
    }
    network.run(parameters_);
    for (std::size_t i = 0; i < count; ++i) {
      const auto table =
          static_cast<std::size_t>(units.table[static_cast<std::size_t>(rows[first + i])]);
      const Calibration& calibration =
          calibrations_[static_cast<std::size_t>(tables[table].origin)];
      const float raw =
          with_weights(network.output(i), sums[i], parameters_[layout_.lean])[kIsRight];
      found.push_back(calibration.slope * raw + calibration.shift);
    }
  }
  share_best(units, rows, found);
  return found;
}

void write_confidence(const Trained& trained, const Calibrations& calibrations,
                      std::span<const std::string> tag_names,
                      std::span<const WordTags::Entry> word_tags, const Vectors& vectors,
                      std::string_view guards, const std::string& path) {
  if (tag_names.size() > kMostTags || !WordTags(word_tags).is_sorted() ||
      !Meanings(vectors.words, vectors.numbers).is_valid())
    throw Error("there are too many tags, or the words are not in order");
  check(trained);
  const Guards checked(guards);
  const std::size_t width = trained.shape.width, count = trained.shape.vectors;
  std::vector<std::int8_t> rows(trained.vectors.size());
  std::vector<float> scales(count);
  for (std::size_t row = 0; row < count; ++row) {
    const float* numbers = trained.vectors.data() + row * width;
    float most = 0.0f;
    for (std::size_t k = 0; k < width; ++k) most = std::max(most, std::abs(numbers[k]));
    scales[row] = most / kMostVector;
    for (std::size_t k = 0; k < width && scales[row] > 0.0f; ++k)
      rows[row * width + k] = static_cast<std::int8_t>(std::lround(numbers[k] / scales[row]));
  }
  std::vector<std::int16_t> weights;
  weights.reserve(trained.weights.size());
  for (const float weight : trained.weights)
    weights.push_back(static_cast<std::int16_t>(
        std::lround(std::clamp(weight / kWeightStep, -kMostWeight, kMostWeight))));
  std::string tags;
  for (const std::string& name : tag_names) {
    if (name.find('\n') != std::string::npos) throw Error("the name of a tag must be one line");
    tags += name + '\n';
  }
  std::vector<float> calibration;
  for (const Calibration& each : calibrations) {
    if (!std::isfinite(each.slope) || !std::isfinite(each.shift))
      throw Error("a calibration is not a finite number");
    calibration.insert(calibration.end(), {each.slope, each.shift});
  }
  ContainerWriter file(path, format::kKind);
  file.add_section(format::kShape, std::span<const Shape>(&trained.shape, 1));
  file.add_section(format::kVectors, rows);
  file.add_section(format::kScales, scales);
  file.add_section(format::kWeights, weights);
  file.add_section(format::kParameters, trained.parameters);
  file.add_section(format::kCalibration, calibration);
  file.add_section(format::kTags, std::span<const char>(tags));
  file.add_section(format::kWordTags, word_tags);
  file.add_section(format::kVectorWords, vectors.words);
  file.add_section(format::kVectorNumbers, vectors.numbers);
  file.add_section(format::kGuards, std::span<const char>(guards));
  file.commit();
}

}  // namespace ow::context
