// Confidence: how likely each unit is right where it stands.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/container.h"
#include "base/stock.h"
#include "context/features.h"
#include "context/guards.h"
#include "context/network.h"
#include "context/train.h"

namespace ow::context {

/// From the log-odds of the network to calibrated ones.
struct Calibration {
  float slope = 1.0f, shift = 0.0f;
};
using Calibrations = std::array<Calibration, kOrigins>;

/// Vectors of words, which are given by their hashes in ascending order.
struct Vectors {
  std::vector<std::uint64_t> words;
  std::vector<std::int8_t> numbers;
};

/// Any number of threads may use one.
class ConfidenceModel {
 public:
  /// Opens a file that `write_confidence` made. Throws FormatError for anything else.
  explicit ConfidenceModel(std::string path);
  ~ConfidenceModel();

  /// The calibrated log-odds that each of some units of a batch is right, by their rows in
  /// ascending order. The units must be analysed, and found with this language model.
  std::vector<float> odds(const Units& units, const lm::Model& lm,
                          std::span<const TableTraits> tables,
                          std::span<const std::int64_t> rows) const;

  const Guards& guards() const { return guards_; }
  const WordTags& word_tags() const { return word_tags_; }
  std::span<const std::string> tag_names() const { return tag_names_; }
  TableSizes sizes() const { return {shape_.vectors, shape_.weights}; }

 private:
  struct Workspace;

  std::unique_ptr<const Container> file_;
  Shape shape_;
  Layout layout_;
  std::span<const std::int8_t> vectors_;
  std::span<const float> scales_, parameters_;
  std::span<const std::int16_t> weights_;
  float weight_scale_ = 0.0f;
  Calibrations calibrations_;
  std::vector<std::string> tag_names_;
  WordTags word_tags_;
  Meanings meanings_;
  Guards guards_;
  mutable Stock<Workspace> workspaces_;
};

/// Writes a trained network with all that it needs. `word_tags` must be sorted by hash. Throws
/// Error for what `ConfidenceModel` would not take.
void write_confidence(const Trained& trained, const Calibrations& calibrations,
                      std::span<const std::string> tag_names,
                      std::span<const WordTags::Entry> word_tags, const Vectors& vectors,
                      std::string_view guards, const std::string& path);

}  // namespace ow::context
