#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "clusters/exchange.h"

namespace ow {
namespace {

/// F of any classes, by its definition.
std::int64_t likelihood(const Bigrams& bigrams, std::vector<std::uint32_t> classes,
                        std::uint32_t count) {
  classes.push_back(count);
  classes.push_back(count + 1);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> pairs;
  std::map<std::uint32_t, std::uint64_t> first, second;
  for (std::uint32_t word = 0; word < classes.size(); ++word)
    for (const auto& [other, n] : bigrams.behind_of(word)) {
      pairs[{classes[word], classes[other]}] += n;
      first[classes[word]] += n;
      second[classes[other]] += n;
    }
  std::int64_t sum = 0;
  for (const auto& [pair, n] : pairs) sum += fixed_point(n);
  for (const auto& [each, n] : first) sum -= fixed_point(n);
  for (const auto& [each, n] : second) sum -= fixed_point(n);
  return sum;
}

/// The same algorithm with all of F computed for every class of every word.
WordClasses by_force(const Bigrams& bigrams, std::uint32_t classes, std::uint32_t rounds) {
  WordClasses result;
  for (std::uint32_t word = 0; word < bigrams.size(); ++word)
    result.of_word.push_back(word % classes);
  while (result.moves.size() < rounds && (result.moves.empty() || result.moves.back())) {
    result.moves.push_back(0);
    for (std::uint32_t word = 0; word < bigrams.size(); ++word) {
      const std::uint32_t old = result.of_word[word];
      std::int64_t most = likelihood(bigrams, result.of_word, classes);
      std::uint32_t best = old;
      for (std::uint32_t each = 0; each < classes; ++each) {
        result.of_word[word] = each;
        const std::int64_t now = likelihood(bigrams, result.of_word, classes);
        if (now > most) most = now, best = each;
      }
      result.of_word[word] = best;
      result.moves.back() += best != old;
    }
  }
  result.likelihood = likelihood(bigrams, result.of_word, classes);
  return result;
}

TEST_CASE("bigrams are counted with boundaries and rare words") {
  BigramCounter counter;
  counter.add("b a  b");
  counter.add("");
  counter.add("a c");
  const Bigrams bigrams = counter.count(2);
  CHECK(bigrams.words == std::vector<std::string>{"a", "b"});
  CHECK(bigrams.counts == std::vector<std::uint64_t>{2, 2});
  const auto behind = bigrams.behind_of(bigrams.boundary());  // b, and a
  REQUIRE(behind.size() == 2);
  CHECK(behind[0].word == 0);
  CHECK(behind[1].count == 1);
  const auto before = bigrams.before_of(bigrams.rare());
  REQUIRE(before.size() == 1);
  CHECK(before[0].word == 0);
  CHECK(BigramCounter().count(5).words.empty());
}

TEST_CASE("the exchange does what brute force does") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    BigramCounter counter;
    const auto words = 2 + random.below(9);
    for (int sentence = 0; sentence < 25; ++sentence) {
      std::string text;
      for (auto left = 1 + random.below(7); left > 0; --left)
        text += " " + std::string(1, static_cast<char>('a' + random.below(words)));
      counter.add(text);
    }
    const Bigrams bigrams = counter.count(words - seed % 2);
    const auto classes = static_cast<std::uint32_t>(1 + random.below(5));
    const WordClasses found = exchange(bigrams, {classes, 6});
    const WordClasses expected = by_force(bigrams, classes, 6);
    CHECK(found.of_word == expected.of_word);
    CHECK(found.moves == expected.moves);
    CHECK(found.likelihood == expected.likelihood);
  }
}

TEST_CASE("words that stand in the same places come into one class") {
  BigramCounter counter;
  for (const char* animal : {"cat", "dog", "cow"})
    for (const char* verb : {"eats", "sleeps", "runs"})
      counter.add(std::string("the ") + animal + " " + verb);
  const Bigrams bigrams = counter.count(100);
  const WordClasses found = exchange(bigrams, {3, 20});
  std::map<std::string, std::uint32_t> of;
  for (std::uint32_t word = 0; word < bigrams.size(); ++word)
    of[bigrams.words[word]] = found.of_word[word];
  CHECK(of["cat"] == of["dog"]);
  CHECK(of["cat"] == of["cow"]);
  CHECK(of["eats"] == of["runs"]);
  CHECK(of["eats"] == of["sleeps"]);
  CHECK(of["the"] != of["cat"]);
  CHECK(of["the"] != of["eats"]);
  CHECK(found.moves.back() == 0);
}

TEST_CASE("a number of classes that cannot be is told") {
  CHECK_THROWS_AS(exchange(Bigrams{{}, {}, {0, 0, 0}, {0, 0, 0}, {}, {}}, {0, 1}), Error);
  CHECK_THROWS_AS(exchange(Bigrams{{}, {}, {0, 0, 0}, {0, 0, 0}, {}, {}}, {kMostClasses + 1, 1}),
                  Error);
}

}  // namespace
}  // namespace ow
