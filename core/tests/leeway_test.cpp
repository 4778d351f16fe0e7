#include "lm/leeway.h"

#include <doctest/doctest.h>

#include "random_task.h"

namespace ow {
namespace {

/// Score of words read after a state, the sentence ending with them or not.
double log10_of(const lm::Model& model, lm::StateId state, std::span<const WordId> words) {
  double sum = 0.0;
  for (const WordId word : words) {
    const lm::Model::Step step = model.step(state, word);
    sum += step.log10;
    state = step.next;
  }
  return sum;
}

TEST_CASE("no continuation makes more of a context than its leeway") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(31);
  double nearest = 1e9;
  for (unsigned round = 0; round < 20; ++round) {
    const unsigned order = 2 + round % 4;
    const std::string arpa = tests::random_arpa(random, order, 3);
    const tests::TextSource source(arpa);
    lm::read_arpa(source.fd(), "arpa").write(folder.file("lm"), round % 2 == 1);
    const lm::Model model(folder.file("lm"));
    const WordId end = model.info().end_sentence;
    std::uniform_int_distribution<WordId> word(0, model.vocabulary().size() - 1);
    for (lm::StateId state = 1; state < model.state_count(); ++state) {
      const lm::StateId parent = model.state(state).parent;
      const double gain = lm::decode_leeway(model.leeway(state).gain);
      const double loss = lm::decode_leeway(model.leeway(state).loss);
      for (unsigned sample = 0; sample < 200; ++sample) {
        std::vector<WordId> words(sample % 5);
        for (WordId& w : words) w = word(random);
        words.push_back(end);
        const double more = log10_of(model, state, words) - log10_of(model, parent, words);
        REQUIRE(more <= gain + 1e-6);
        REQUIRE(more >= -loss - 1e-6);
        nearest = std::min(nearest, gain - more);
      }
    }
  }
  CHECK(nearest < 1.0 / lm::kLeewaySteps);  // the bounds are tight somewhere
}

TEST_CASE("no longer context makes a word more probable than its extension bound") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(37);
  for (unsigned round = 0; round < 20; ++round) {
    const tests::TextSource source(tests::random_arpa(random, 2 + round % 4, 3));
    lm::read_arpa(source.fd(), "arpa").write(folder.file("lm"), round % 2 == 1);
    const lm::Model model(folder.file("lm"));
    for (lm::StateId state = 1; state < model.state_count(); ++state) {
      const lm::Model::State at = model.state(state);
      for (lm::ArcId id = at.begin; id < at.end; ++id) {
        const lm::Model::Arc arc = model.arc(id);
        // All shorter contexts have the word, too.
        for (lm::StateId above = state; above != lm::Model::empty_state();) {
          above = model.state(above).parent;
          lm::ArcId same = model.state(above).begin;
          while (model.arc(same).word != arc.word) ++same;
          CHECK(arc.log10 <= model.extension_bound(same, model.arc(same).log10) + 1e-6);
        }
      }
    }
  }
}

TEST_CASE("no longer context makes more of a word and what follows than its prospect") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(41);
  double nearest = 1e9;
  for (unsigned round = 0; round < 16; ++round) {
    const tests::TextSource source(tests::random_arpa(random, 2 + round % 4, 3));
    lm::read_arpa(source.fd(), "arpa").write(folder.file("lm"), round % 3 == 1);
    const lm::Model model(folder.file("lm"));
    std::uniform_int_distribution<WordId> word(0, model.vocabulary().size() - 1);
    for (lm::StateId state = 1; state < model.state_count(); ++state) {
      const lm::Model::State at = model.state(state);
      for (lm::ArcId id = at.begin; id < at.end; ++id) {
        const lm::Model::Arc arc = model.arc(id);
        for (lm::StateId above = state; above != lm::Model::empty_state();) {
          above = model.state(above).parent;
          lm::ArcId same = model.state(above).begin;
          while (model.arc(same).word != arc.word) ++same;
          const lm::Model::Arc shorter = model.arc(same);
          const float bound = model.extension_bound(same, shorter.log10);
          const double prospect = model.prospect(same, shorter.log10, bound);
          for (unsigned sample = 0; sample < 40; ++sample) {
            std::vector<WordId> words(sample % 4);
            for (WordId& w : words) w = word(random);
            words.push_back(model.info().end_sentence);
            const double reached =
                arc.log10 + log10_of(model, arc.next, words) - log10_of(model, shorter.next, words);
            REQUIRE(reached <= prospect + 1e-6);
            nearest = std::min(nearest, prospect - reached);
          }
        }
      }
    }
  }
  CHECK(nearest < 1.0 / lm::kProspectSteps);  // the bounds are tight somewhere
}

TEST_CASE("codes of prospects round up and know their end") {
  for (const double value : {-3.9, -0.4, 0.0, 0.01, 5.5, 11.8}) {
    const float decoded = lm::decode_prospect(lm::encode_prospect(value));
    CHECK(decoded >= value);
    CHECK(decoded <= value + 1.01 / lm::kProspectSteps);
  }
  CHECK(lm::decode_prospect(lm::encode_prospect(-50.0)) >= -50.0);
  CHECK(std::isinf(lm::decode_prospect(lm::encode_prospect(1000.0))));
}

TEST_CASE("codes of leeways round up and know their end") {
  for (const double value : {0.0, 0.01, 0.5, 3.3, 15.8}) {
    const float decoded = lm::decode_leeway(lm::encode_leeway(value));
    CHECK(decoded >= value);
    CHECK(decoded <= value + 1.01 / lm::kLeewaySteps);
  }
  CHECK(lm::encode_leeway(-1.0) == 0);
  CHECK(lm::encode_leeway(1000.0) == lm::kUnboundedLeeway);
  CHECK(std::isinf(lm::decode_leeway(lm::kUnboundedLeeway)));
}

}  // namespace
}  // namespace ow
