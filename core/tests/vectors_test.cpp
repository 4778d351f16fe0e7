#include "phrases/vectors.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"

namespace ow {
namespace {

/// `up` and `steep` are at a right angle to `flat`; `slope` is between, `down` against `up`.
WordVectors landscape() {
  Texts words;
  for (const std::string_view word : {"up", "flat", "slope", "down", "steep"}) words.add(word);
  const std::vector<std::int8_t> numbers = {100, 0, 0, 100, 60, 80, -100, 0, 50, 0};
  return WordVectors(words.view(), numbers);
}

Nearnesses compare(std::string_view source, std::string_view target) {
  Texts sources, targets;
  sources.add(source);
  targets.add(target);
  return compare_vectors(sources.view(), targets.view(), landscape(), 1);
}

TEST_CASE("phrases are as near as the sums of their words") {
  CHECK(compare("up", "steep").nearness[0] == doctest::Approx(1.0));
  CHECK(compare("up", "flat").nearness[0] == doctest::Approx(0.0));
  CHECK(compare("up", "slope").nearness[0] == doctest::Approx(0.6));
  CHECK(compare("up flat", "slope").nearness[0] == doctest::Approx(1.4 / std::sqrt(2.0)));
  CHECK(compare("up nowhere flat", "slope").nearness[0] == doctest::Approx(1.4 / std::sqrt(2.0)));
  CHECK(compare("up", "down").nearness[0] == doctest::Approx(-1.0));
  CHECK(compare("up down", "flat").nearness[0] == 0.0f);  // a sum without a direction
  CHECK(compare("up", "nowhere").nearness[0] == kUnknownNearness);
  CHECK(compare("nowhere", "up").nearness[0] == kUnknownNearness);
  CHECK(compare("", "").nearness[0] == kUnknownNearness);
}

TEST_CASE("the word that is matched worst counts") {
  CHECK(compare("up", "slope").unmatched[0] == doctest::Approx(0.6));
  CHECK(compare("up flat", "slope").unmatched[0] == doctest::Approx(0.6));
  CHECK(compare("slope", "up flat").unmatched[0] == doctest::Approx(0.6));
  CHECK(compare("up flat", "flat slope").unmatched[0] == doctest::Approx(0.6));
  CHECK(compare("up", "steep down").unmatched[0] == doctest::Approx(-1.0));
  CHECK(compare("up flat", "up").unmatched[0] == 0.0f);
  CHECK(compare("up", "nowhere").unmatched[0] == 0.0f);
  CHECK(compare("up", "up").unmatched[0] == kUnknownNearness);
  CHECK(compare("here", "nowhere").unmatched[0] == kUnknownNearness);
}

TEST_CASE("nearnesses do not depend on threads") {
  const std::vector<std::string> phrases = {"up", "flat slope", "down up", "nowhere", "steep"};
  Texts sources, targets;
  for (std::size_t row = 0; row < 100'000; ++row) {
    sources.add(phrases[row % 5]);
    targets.add(phrases[row / 5 % 5]);
  }
  const Nearnesses one = compare_vectors(sources.view(), targets.view(), landscape(), 1);
  const Nearnesses many = compare_vectors(sources.view(), targets.view(), landscape(), 4);
  CHECK(one.nearness.size() == 100'000);
  CHECK(one.nearness == many.nearness);
  CHECK(one.unmatched == many.unmatched);
}

TEST_CASE("without vectors nothing is known") {
  const WordVectors none(TextsView(), {});
  Texts phrase;
  phrase.add("up");
  const Nearnesses found = compare_vectors(phrase.view(), phrase.view(), none, 1);
  CHECK(found.nearness[0] == kUnknownNearness);
  CHECK(found.unmatched[0] == kUnknownNearness);
}

TEST_CASE("wrong vectors are refused") {
  Texts words;
  words.add("up");
  words.add("down");
  CHECK_THROWS_AS(WordVectors(words.view(), std::vector<std::int8_t>(3)), Error);
  words.add("up");
  CHECK_THROWS_AS(WordVectors(words.view(), std::vector<std::int8_t>(6)), Error);
  CHECK_THROWS_AS(compare_vectors(words.view(), TextsView(), landscape(), 1), Error);
}

}  // namespace
}  // namespace ow
