#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "context/network.h"

namespace ow::context {
namespace {

constexpr Shape kShape{16, 16, 16, 32, 16};
constexpr std::size_t kUnits = 3;

/// A network with random parameters and inputs, and a sum of its outputs.
struct Sum {
  explicit Sum(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> number(-0.5f, 0.5f);
    parameters.resize(layout.size);
    for (float& parameter : parameters) parameter = 0.5f * number(random);
    inputs.resize(kUnits * (kBags * kShape.width + kNumbers));
    for (float& input : inputs) input = 2.0f * number(random);
    for (std::size_t unit = 0; unit < kUnits; ++unit)
      for (std::size_t o = 0; o < kOutputs; ++o) factors.push_back(2.0f * number(random));
  }

  double run() {
    network.begin(kUnits);
    const float* next = inputs.data();
    for (std::size_t unit = 0; unit < kUnits; ++unit) {
      std::copy_n(next, kBags * kShape.width, network.vector(unit, 0));
      next += kBags * kShape.width;
      std::copy_n(next, kNumbers, network.numbers(unit));
      next += kNumbers;
    }
    network.run(parameters);
    double sum = 0.0;
    for (std::size_t unit = 0; unit < kUnits; ++unit)
      for (std::size_t o = 0; o < kOutputs; ++o)
        sum += double{factors[unit * kOutputs + o]} * network.output(unit)[o];
    return sum;
  }

  std::vector<float> transposed() const {
    std::vector<float> all = parameters;
    for (const analysis::Linear* linear : {&layout.hidden, &layout.last, &layout.outputs})
      for (std::size_t i = 0; i < linear->inputs; ++i)
        for (std::size_t k = 0; k < linear->outputs; ++k)
          all[linear->weights + k * linear->inputs + i] =
              parameters[linear->weights + i * linear->outputs + k];
    return all;
  }

  const Layout layout{kShape};
  Network network{kShape, layout};
  std::vector<float> parameters, inputs, factors;
};

/// What a sum changes by, or nothing where it has a kink.
struct Differences {
  std::size_t compared = 0, kinks = 0;

  void check(Sum& sum, float& number, double slope) {
    constexpr float kStep = 0.01f;
    const float before = number;
    const double here = sum.run();
    number = before + kStep;
    const double above = sum.run();
    number = before - kStep;
    const double below = sum.run();
    number = before;
    const double right = (above - here) / kStep, left = (here - below) / kStep;
    if (std::abs(right - left) > 2e-3) {
      ++kinks;
      return;
    }
    ++compared;
    CHECK(slope == doctest::Approx(0.5 * (right + left)).epsilon(0.01).scale(0.1));
  }
};

}  // namespace

TEST_CASE("gradients of the network are those of finite differences") {
  std::mt19937 random(8);
  Differences differences;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    Sum sum(seed);
    sum.run();
    std::vector<float> gradient(sum.layout.size, 0.0f), outputs;
    for (std::size_t unit = 0; unit < kUnits; ++unit) {
      outputs.resize((unit + 1) * sum.layout.outputs.outputs, 0.0f);
      for (std::size_t o = 0; o < kOutputs; ++o)
        outputs[unit * sum.layout.outputs.outputs + o] = sum.factors[unit * kOutputs + o];
    }
    sum.network.go_back(sum.transposed(), outputs, gradient);
    std::vector<float> back;
    for (std::size_t unit = 0; unit < kUnits; ++unit)
      back.insert(back.end(), sum.network.vector(unit, 0),
                  sum.network.vector(unit, 0) + kBags * kShape.width);
    CHECK(gradient[sum.layout.lean] == 0.0f);  // not of the network itself
    const auto sample = [&](std::size_t begin, std::size_t size, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = begin + random() % size;
        CAPTURE(at);
        differences.check(sum, sum.parameters[at], gradient[at]);
      }
    };
    for (const analysis::Linear* linear :
         {&sum.layout.hidden, &sum.layout.last, &sum.layout.outputs}) {
      sample(linear->weights, linear->inputs * linear->outputs, 100);
      sample(linear->bias, linear->outputs, 20);
    }
    for (std::size_t i = 0; i < 200; ++i) {
      const std::size_t unit = random() % kUnits, at = random() % (kBags * kShape.width);
      differences.check(sum, sum.inputs[unit * (kBags * kShape.width + kNumbers) + at],
                        back[unit * kBags * kShape.width + at]);
    }
  }
  CHECK(differences.compared > 1000);
  CHECK(differences.kinks < differences.compared / 4);
}

TEST_CASE("units do not see each other in the network") {
  Sum sum(4);
  sum.run();
  std::vector<float> together;
  for (std::size_t unit = 0; unit < kUnits; ++unit)
    together.insert(together.end(), sum.network.output(unit), sum.network.output(unit) + kOutputs);
  for (std::size_t unit = 0; unit < kUnits; ++unit) {
    const float* inputs = sum.inputs.data() + unit * (kBags * kShape.width + kNumbers);
    sum.network.begin(1);
    std::copy_n(inputs, kBags * kShape.width, sum.network.vector(0, 0));
    std::copy_n(inputs + kBags * kShape.width, kNumbers, sum.network.numbers(0));
    sum.network.run(sum.parameters);
    for (std::size_t o = 0; o < kOutputs; ++o)
      CHECK(sum.network.output(0)[o] == doctest::Approx(together[unit * kOutputs + o]));
  }
}

TEST_CASE("parts of a layout stand one behind the other") {
  const Layout layout(kShape);
  CHECK(layout.inputs == (kBags + kProducts.size()) * 16 + kNumbers);
  CHECK(layout.hidden.weights == 0);
  CHECK(layout.last.weights == layout.hidden.bias + 32);
  CHECK(layout.outputs.weights == layout.last.bias + 16);
  CHECK(layout.lean == layout.outputs.bias + analysis::padded(kOutputs));
  CHECK(layout.size == layout.lean + 1);
}

TEST_CASE("shapes have limits") {
  CHECK(is_possible(kShape));
  CHECK(is_possible({1U << 24, 1U << 24, 512, 512, 512}));
  for (const std::uint32_t rows : {0U, 1U, 8U, 24U, 1U << 25, 0xFFFFFFFFU}) {
    CHECK_FALSE(is_possible({rows, 16, 16, 16, 16}));
    CHECK_FALSE(is_possible({16, rows, 16, 16, 16}));
  }
  for (const std::uint32_t size : {0U, 8U, 17U, 528U, 0xFFFFFFF0U}) {
    CHECK_FALSE(is_possible({16, 16, size, 16, 16}));
    CHECK_FALSE(is_possible({16, 16, 16, size, 16}));
    CHECK_FALSE(is_possible({16, 16, 16, 16, size}));
  }
}

TEST_CASE("weights of rows are added to both outputs, and the teacher's share to the first") {
  const float outputs[kOutputs] = {1.0f, 2.0f};
  const auto both = with_weights(outputs, {0.5f, -4.0f}, 0.25f);
  CHECK(both[kTeacher] == -2.0f);
  CHECK(both[kIsRight] == 1.0f);
  CHECK(bag_scale(0) == 0.0f);
  CHECK(bag_scale(1) == 1.0f);
  CHECK(bag_scale(4) == 0.5f);
}

}  // namespace ow::context
