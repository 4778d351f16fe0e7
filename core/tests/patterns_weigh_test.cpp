#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "analysed_sentences.h"
#include "base/error.h"
#include "base/hash.h"
#include "extract/weights.h"
#include "patterns/weigh.h"

namespace ow::patterns {
namespace {

using tests::lines_of;

std::int64_t id_of(std::string_view word) {
  return word.empty() ? kNullWord : static_cast<std::int64_t>(hash_word(word));
}

/// Words, p(source | target) and p(target | source); an empty word is the null word.
struct Known {
  std::string source, target;
  double source_given_target, target_given_source;
};

Lexicon lexicon_of(const std::vector<Known>& known) {
  std::vector<Lexicon::Pair> pairs;
  for (const Known& each : known)
    pairs.push_back({id_of(each.source), id_of(each.target), each.source_given_target,
                     each.target_given_source});
  return Lexicon(std::move(pairs));
}

const std::vector<Known> kKnown = {{"take", "tenir", 0.5, 0.25},      {"take", "compte", 0.1, 0.2},
                                   {"into", "compte", 0.3, 0.4},      {"", "de", 0.05, 0.6},
                                   {"consideration", "", 0.7, 0.008}, {"the", "le", 0.9, 0.8}};

PatternWeights weigh(const std::string& pattern, const std::string& pivot,
                     const std::string& alignment) {
  return weigh_patterns(lines_of({pattern}).view(), lines_of({pivot}).view(),
                        lines_of({alignment}).view(), lexicon_of(kKnown));
}

/// The mean of logs of these, as a weight.
std::int64_t mean_of(const std::vector<double>& factors) {
  double sum = 0.0;
  for (const double factor : factors) sum += std::log(factor);
  return std::llround(sum / static_cast<double>(factors.size()) * (1 << kWeightBits));
}

std::string links(std::initializer_list<char> places) {
  return {places.begin(), places.end()};
}

TEST_CASE("lexical weights of patterns by hand") {
  // take-tenir, take-compte, into-compte; `de` and `consideration` have no links.
  const PatternWeights weights =
      weigh("take [NN_1] into consideration", "tenir compte de [NN_1]", links({0, 0, 0, 1, 2, 1}));
  CHECK(weights.source[0] == mean_of({(0.5 + 0.1) / 2, 0.3, 0.7}));
  CHECK(weights.target[0] == mean_of({0.25, (0.2 + 0.4) / 2, 0.6}));
}

TEST_CASE("slots are no words, and what the lexicon has not is unlikely") {
  const PatternWeights weights = weigh("the [NN_1] [JJ_1]", "le [JJ_1] [NN_1]", links({0, 0}));
  CHECK(weights.source[0] == mean_of({0.9}));
  CHECK(weights.target[0] == mean_of({0.8}));
  const PatternWeights strange = weigh("the far [NN_1]", "le loin [NN_1]", links({0, 1}));
  CHECK(strange.source[0] == mean_of({Lexicon::kUnseen, Lexicon::kUnseen}));
  CHECK(strange.target[0] == mean_of({Lexicon::kUnseen, Lexicon::kUnseen}));
  const PatternWeights empty = weigh("the [NN_1]", "[NN_1]", "");
  CHECK(empty.target[0] == 0);
}

TEST_CASE("alignments that lead outside are refused") {
  for (const std::string& bad : {links({2, 0}), links({0, 2}), links({0}), links({'\xff', 0})})
    CHECK_THROWS_AS(weigh("the [NN_1]", "le [NN_1]", bad), FormatError);
  CHECK_THROWS_AS(weigh_patterns(lines_of({"a", "b"}).view(), lines_of({"a"}).view(),
                                 lines_of({"", ""}).view(), lexicon_of(kKnown)),
                  FormatError);
}

TEST_CASE("weights of sentences are those of Model 1") {
  const Lexicon lexicon = lexicon_of(kKnown);
  const Bitext bitext(lines_of({"take into", "consideration", "", "the"}).view(),
                      lines_of({"tenir compte de", "", "le", "le"}).view());
  const SentenceWeights weights = weigh_sentences(bitext, lexicon);
  const double no = Lexicon::kUnseen;
  const auto log_of = [](const std::vector<double>& factors) {
    return mean_of(factors) * static_cast<std::int64_t>(factors.size());
  };
  REQUIRE(weights.source.size() == 4);
  // Each word by the mean over all words of the other side and the null word.
  CHECK(weights.source[0] ==
        doctest::Approx(log_of({(no + 0.5 + 0.1 + no) / 4, (no + no + 0.3 + no) / 4})));
  CHECK(weights.target[0] ==
        doctest::Approx(log_of({(no + 0.25 + no) / 3, (no + 0.2 + 0.4) / 3, (0.6 + no + no) / 3})));
  CHECK(std::abs(weights.source[1] - log_of({0.7})) <= 1);
  CHECK(weights.target[1] == 0);
  CHECK(weights.source[2] == 0);
  CHECK(std::abs(weights.target[2] - log_of({no})) <= 1);
  CHECK(std::abs(weights.source[3] - log_of({(no + 0.9) / 2})) <= 1);
}

}  // namespace
}  // namespace ow::patterns
