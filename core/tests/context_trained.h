// A confidence model that learnt something of a few units.
#pragma once

#include "context_text.h"

namespace ow::tests {

struct TrainedConfidence {
  static constexpr context::TableSizes kSizes{1U << 7, 1U << 8};

  explicit TrainedConfidence(const context::TableSizes& sizes = kSizes) {
    const Units units = world.find_all();
    examples.features = features_of(world, units, all_rows(units), sizes);
    std::mt19937 random(6);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      examples.right.push_back(random() % 2 == 0 ? 1.0f : 0.0f);
      examples.teacher.push_back(static_cast<float>(random() % 5) - 2.0f);
      examples.importance.push_back(1.0f);
    }
    context::TrainOptions options;
    options.width = options.hidden = options.last = 16;
    options.rounds = 30;
    options.batch = 8;
    options.rate = 0.02f;
    options.threads = 1;
    trained = context::train(examples.view(), sizes, options);
  }

  void write(const std::string& path) const {
    context::write_confidence(trained, calibrations, world.tag_names, world.word_tags(),
                              world.vectors(), guards, path);
  }

  ContextWorld world;
  ContextExamples examples;
  context::Trained trained;
  context::Calibrations calibrations{
      {{0.5f, 0.25f}, {9.0f, 9.0f}, {2.0f, -1.0f}, {9.0f, 9.0f}, {9.0f, 9.0f}}};
  std::string guards = "count\tnegation\twords\tnot\nmatch\tage\told\told\nmatch\tage\told\taged\n";
};

}  // namespace ow::tests
