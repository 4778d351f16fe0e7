#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>
#include <string>

#include "analysis/lesson.h"

namespace ow::analysis {
namespace {

constexpr Shape kShape{16, 2, 16, 5, 3, 4};
constexpr std::uint32_t kTableRows = 40;

/// A random network and sentence.
struct Task {
  explicit Task(std::mt19937& random) : layout(kShape) {
    const auto number = [&](float reach) {
      return std::uniform_real_distribution<float>(-reach, reach)(random);
    };
    for (std::size_t i = 0; i < layout.size; ++i) weights.parameters.push_back(number(0.4f));
    for (std::size_t i = 0; i < kTableRows * kShape.width; ++i)
      weights.rows.push_back(number(0.4f));
    weights.transpose(layout);
    for (std::size_t i = 0; i < tags.size(); ++i) {
      Rows word;
      for (std::uint32_t k = 0; k < kFeatures; ++k) word[k] = k * 5 + random() % 5;
      rows.push_back(word);
    }
  }

  Losses learn(bool explore, Gradient& gradient) const {
    gradient.clear(layout);
    Lesson lesson(kShape, layout, weights);
    return lesson.learn({rows, tags, entities, relations, heads}, explore, gradient);
  }
  double loss(bool explore) const {
    Gradient gradient;
    const Losses losses = learn(explore, gradient);
    return losses.tags + losses.entities + losses.moves + losses.relations;
  }

  Layout layout;
  Weights weights;
  std::vector<Rows> rows;
  const std::vector<std::uint8_t> tags{0, 1, 4, kUnknown, 2, 3, 1};
  const std::vector<std::uint8_t> entities{0, 0, 2, 1, kUnknown, 0, 2};
  const std::vector<std::uint8_t> relations{0, 3, kUnknown, 1, 2, 2, 0};
  const std::vector<std::int32_t> heads{1, 7, 3, 1, 5, 3, 7};
};

struct Part {
  std::size_t begin, size;
};

std::map<std::string, Part> parts_of(const Layout& layout) {
  std::map<std::string, Part> parts{{"empty", {layout.empty, kSlots * kShape.hidden}},
                                    {"root", {layout.root, kSlots * kShape.hidden}},
                                    {"hidden bias", {layout.hidden_bias, kShape.hidden}}};
  const auto add = [&](const std::string& name, const Linear& linear) {
    parts[name] = {linear.weights, linear.inputs * linear.outputs};
    parts[name + " bias"] = {linear.bias, linear.outputs};
  };
  for (std::size_t i = 0; i < layout.layers.size(); ++i)
    add("layer " + std::to_string(i), layout.layers[i]);
  add("tags", layout.tags);
  add("entities", layout.entities);
  add("slots", layout.slots);
  add("moves", layout.moves);
  add("left", layout.left);
  add("right", layout.right);
  return parts;
}

/// Compares slopes with differences of the loss on both sides of a parameter.
struct Comparison {
  const Task& task;
  bool explore;
  int compared = 0, skipped = 0;
  double steepest = 0;

  double difference(float& parameter, float step) const {
    const float before = parameter;
    parameter = before + step;
    const double above = task.loss(explore);
    parameter = before - step;
    const double below = task.loss(explore);
    parameter = before;
    return (above - below) / (2.0 * step);
  }

  void add(float& parameter, float slope) {
    const double coarse = difference(parameter, 0.01f), fine = difference(parameter, 0.005f);
    // Something was cut off at zero, or another move was better, on one side only.
    if (std::abs(coarse - fine) > 2e-3 + 5e-3 * std::abs(fine)) {
      ++skipped;
      return;
    }
    ++compared;
    steepest = std::max(steepest, std::abs(fine));
    CHECK(std::abs(fine - slope) <= 3e-3 + 0.01 * std::abs(fine));
  }
};

TEST_CASE("slopes are those of the losses") {
  std::mt19937 random(1);
  for (const bool explore : {false, true}) {
    Task task(random);
    Gradient gradient;
    const Losses losses = task.learn(explore, gradient);
    CHECK(losses.words == task.tags.size());
    CHECK(losses.states == 2 * task.tags.size());
    int compared = 0, skipped = 0;
    const auto finish = [&](const Comparison& comparison) {
      if (!explore) CHECK(comparison.steepest > 0.01);  // the tree has arcs of both kinds
      compared += comparison.compared;
      skipped += comparison.skipped;
    };
    for (const auto& [name_of_part, part] : parts_of(task.layout)) {
      const std::string& name = name_of_part;
      CAPTURE(name);
      Comparison comparison{task, explore};
      for (int i = 0; i < 30; ++i) {
        const std::size_t at = part.begin + random() % part.size;
        comparison.add(task.weights.parameters[at], gradient.parameters[at]);
      }
      finish(comparison);
    }
    Comparison comparison{task, explore};
    for (int i = 0; i < 60; ++i) {
      const std::uint32_t row = task.rows[random() % task.rows.size()][random() % kFeatures];
      const std::size_t k = random() % kShape.width;
      float slope = 0;
      for (std::size_t word = 0; word < gradient.rows.size(); ++word)
        for (const std::uint32_t other : gradient.rows[word])
          if (other == row) slope += gradient.vectors[word * kShape.width + k];
      comparison.add(task.weights.rows[row * kShape.width + k], slope);
    }
    finish(comparison);
    CHECK(compared > 4 * skipped);
  }
}

TEST_CASE("the gradients of sentences are added up") {
  std::mt19937 random(2);
  const Task task(random);
  Gradient once, twice;
  task.learn(false, once);
  twice.clear(task.layout);
  Lesson lesson(kShape, task.layout, task.weights);
  for (int i = 0; i < 2; ++i)
    lesson.learn({task.rows, task.tags, task.entities, task.relations, task.heads}, false, twice);
  for (std::size_t i = 0; i < task.layout.size; ++i)
    CHECK(twice.parameters[i] == doctest::Approx(2 * once.parameters[i]).epsilon(1e-4));
  CHECK(twice.rows.size() == 2 * once.rows.size());
}

TEST_CASE("a sentence of one word, or of none, is a lesson, too") {
  std::mt19937 random(3);
  const Task task(random);
  Gradient gradient;
  gradient.clear(task.layout);
  Lesson lesson(kShape, task.layout, task.weights);
  const std::vector<std::uint8_t> known{1}, unknown{kUnknown};
  const std::vector<std::int32_t> heads{1};
  CHECK(lesson.learn({}, false, gradient).states == 0);
  const std::span<const Rows> rows = std::span(task.rows).first(1);
  const Losses losses = lesson.learn({rows, known, unknown, unknown, heads}, false, gradient);
  CHECK(losses.states == 2);
  CHECK(losses.tags > 0.0);
  CHECK(losses.entities == 0.0);
  CHECK(losses.moves == 0.0);  // there is never a choice
  CHECK(losses.relations == 0.0);
}

}  // namespace
}  // namespace ow::analysis
