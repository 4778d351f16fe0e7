#include "search/true_score.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "random_task.h"
#include "search/answers.h"

namespace ow {
namespace {

TEST_CASE("the true score is the best of all derivations, for thousands of random pairs") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(7);
  TrueScoreWorkspace workspace;
  for (unsigned round = 0; round < 50; ++round) {
    const unsigned order = 1 + round % lm::kMaxOrder;
    const auto model = tests::model_from(tests::random_arpa(random, order, 3), folder.file("lm"));
    for (unsigned sentence = 0; sentence < 20; ++sentence) {
      const tests::RandomTask made(random, *model, 3, sentence % 6, 4 + sentence % 8,
                                   round % 3 == 0, round % 2 == 0);
      std::vector<Answer> derivations = tests::all_derivations(made.task);
      sort_answers(made.lattice, derivations);
      std::map<std::vector<LocalWord>, std::vector<Answer>> by_string;
      for (const Answer& answer : derivations) by_string[answer.words].push_back(answer);
      unsigned pairs = 0;
      for (const auto& [words, expected] : by_string) {
        if (++pairs > 40) break;
        const TrueScore all = true_score(made.task, words, 1000, workspace);
        CHECK(all.reason.empty());
        CHECK(all.count == expected.size());
        REQUIRE(all.segmentations.size() == expected.size());
        CHECK(all.score == doctest::Approx(expected[0].score).epsilon(1e-12));
        for (std::size_t i = 0; i < expected.size(); ++i) {
          CHECK(all.segmentations[i].edges == expected[i].edges);
          CHECK(all.segmentations[i].words == words);
          CHECK(all.segmentations[i].score == doctest::Approx(expected[i].score).epsilon(1e-12));
          CHECK(all.segmentations[i].lm == doctest::Approx(expected[i].lm).epsilon(1e-12));
        }
        const TrueScore best = true_score(made.task, words, 1, workspace);
        CHECK(best.segmentations.size() == 1);
        CHECK(best.count == expected.size());
        CHECK(best.score == all.score);
      }
      // Strings that no derivation makes have no score but a reason.
      for (unsigned i = 0; i < 5; ++i) {
        std::vector<LocalWord> words(random() % 6);
        for (LocalWord& word : words) {
          word = random() % (made.lattice.word_count() + 1);
          if (word == made.lattice.word_count()) word = kNoWord;
        }
        if (by_string.contains(words)) continue;
        const TrueScore none = true_score(made.task, words, 1, workspace);
        CHECK(std::isinf(none.score));
        CHECK(none.segmentations.empty());
        CHECK(none.count == 0);
        CHECK_FALSE(none.reason.empty());
      }
    }
  }
}

/// Example 1 of the paper, with T5 the way Example 2 uses it and an identity rule for each word.
class DogAndCat {
 public:
  DogAndCat() {
    std::string arpa = "\\data\\\nngram 1=12\n\n\\1-grams:\n0\t<s>\n0\t</s>\n0\t<unk>\n";
    for (const char* word :
         {"the", "dog", "runs", "after", "young", "cat", "beast", "kitten", "it"})
      arpa += std::string("-1\t") + word + "\n";
    model_ = tests::model_from(arpa + "\n\\end\\\n", folder_.file("lm"));
    const std::vector<std::string_view> sentence{"the", "dog",   "runs", "after",
                                                 "the", "young", "cat"};
    lattice_.reset(sentence);
    for (std::uint32_t i = 0; i < sentence.size(); ++i) add(i, i + 1, {sentence[i]}, 1.0);
    add(0, 2, {"the", "beast"}, 0.8);   // T1, edge 7
    add(4, 7, {"the", "kitten"}, 0.7);  // T2, edge 8
    add(3, 5, {"after", "it"}, 0.4);    // T3, edge 9
    add(4, 6, {"the"}, 0.05);           // T4, edge 10
    add(6, 7, {"kitten"}, 0.1);         // T5, edge 11
    for (LocalWord w = 0; w < lattice_.word_count(); ++w)
      lm_words_.push_back(model_->word(lattice_.text(w)));
    lattice_.finish(lm_words_);
  }
  TrueScore score(std::vector<std::string_view> target) {
    std::vector<LocalWord> words;
    for (const std::string_view text : target)
      words.push_back(lattice_.find(text).value_or(kNoWord));
    return true_score({&lattice_, model_.get(), 1.0, lm_words_}, words, 10, workspace_);
  }

 private:
  void add(std::uint32_t begin, std::uint32_t end, std::vector<std::string_view> target, double p) {
    std::vector<LocalWord> words;
    for (const std::string_view text : target) words.push_back(lattice_.intern(text));
    lattice_.add(begin, end, words, 0, {}, std::log(p), 0.0);
  }

  tests::TemporaryFolder folder_;
  std::unique_ptr<lm::Model> model_;
  Lattice lattice_;
  std::vector<WordId> lm_words_;
  TrueScoreWorkspace workspace_;
};

TEST_CASE("the worked example of the true score paper") {
  DogAndCat example;
  const double word = std::log(0.1);  // each word in the language model
  const TrueScore p3 = example.score({"the", "beast", "runs", "after", "the", "kitten"});
  REQUIRE(p3.segmentations.size() == 2);
  CHECK(p3.count == 2);
  CHECK(p3.segmentations[0].edges == std::vector<std::uint32_t>{7, 2, 3, 8});
  CHECK(p3.segmentations[1].edges == std::vector<std::uint32_t>{7, 2, 3, 10, 11});
  CHECK(p3.score == doctest::Approx(std::log(0.8 * 0.7) + 6 * word));
  CHECK(p3.segmentations[1].score == doctest::Approx(std::log(0.8 * 0.05 * 0.1) + 6 * word));

  const TrueScore p1 = example.score({"the", "beast", "runs", "after", "the", "young", "cat"});
  REQUIRE(p1.segmentations.size() == 1);
  CHECK(p1.score == doctest::Approx(std::log(0.8) + 7 * word));

  const TrueScore p2 = example.score({"the", "dog", "runs", "after", "it", "young", "cat"});
  REQUIRE(p2.segmentations.size() == 1);
  CHECK(p2.score == doctest::Approx(std::log(0.4) + 7 * word));
}

TEST_CASE("the reason names the place where the target cannot be made") {
  DogAndCat example;
  CHECK(example.score({"the", "dog", "sleeps"}).reason ==
        "no unit makes target word 3 from any part of the source");
  CHECK(example.score({"the", "dog", "after", "the", "cat"}).reason ==
        "no unit that goes on from source word 3 \"runs\" makes target word 3 \"after\"");
  CHECK(example.score({"the", "dog", "runs"}).reason ==
        "the target ends, but no unit takes the source from word 4 \"after\" to its end");
  CHECK(example.score({"the", "dog", "runs", "after", "the", "young", "cat", "cat"}).reason ==
        "the source is used up before target word 8 \"cat\" is made");
  CHECK(example.score({}).reason ==
        "the target ends, but no unit takes the source from word 1 \"the\" to its end");
}

}  // namespace
}  // namespace ow
