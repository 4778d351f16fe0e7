#include "lm/chain.h"

#include <doctest/doctest.h>

#include "random_task.h"

namespace ow {
namespace {

TEST_CASE("a sentence read at once is scored as word by word, to the last bit") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(41);
  lm::Chain chain;
  for (unsigned round = 0; round < 60; ++round) {
    const tests::TextSource source(tests::random_arpa(random, 1 + round % 5, 2 + round % 4));
    lm::read_arpa(source.fd(), "arpa").write(folder.file("lm"), round % 3 == 0);
    const lm::Model model(folder.file("lm"));
    std::uniform_int_distribution<WordId> word(0, model.vocabulary().size() - 1);
    for (unsigned sentence = 0; sentence < 40; ++sentence) {
      std::vector<WordId> words(sentence % 12);
      for (WordId& w : words) w = word(random);
      lm::StateId state = sentence % 2 == 0 ? model.begin_state() : lm::Model::empty_state();
      const auto steps = chain.read(model, state, words);
      REQUIRE(steps.size() == words.size());
      for (std::size_t i = 0; i < words.size(); ++i) {
        const lm::Model::Step step = model.step(state, words[i]);
        CHECK(steps[i].log10 == step.log10);
        CHECK(steps[i].next == step.next);
        CHECK(steps[i].matched == step.matched);
        state = step.next;
      }
    }
  }
}

}  // namespace
}  // namespace ow
