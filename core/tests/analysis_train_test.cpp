#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "analysed_text.h"
#include "analysis/train.h"
#include "files.h"

namespace ow::analysis {
namespace {

using tests::AnalysedText;

TEST_CASE("a few sentences are learnt by heart") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("analyser");
  AnalysedText().write(path);
  const Analyser analyser(path);
  std::vector<std::vector<std::string_view>> words;
  for (const auto& sentence : tests::analysed_sentences()) {
    words.emplace_back();
    for (const tests::AnalysedWord& word : sentence) words.back().push_back(word.word);
  }
  const Analyses found = analyser.analyse(tests::sentences_of(words), {}, 1);
  const ClassNames& names = analyser.names();
  std::size_t row = 0;
  for (const auto& sentence : tests::analysed_sentences()) {
    for (const tests::AnalysedWord& word : sentence) {
      CAPTURE(word.word);
      CHECK(names.tags[found.tags[row]] == word.tag);
      CHECK(names.entities[found.entities[row]] == word.entity);
      CHECK(found.heads[row] == word.head);
      CHECK(names.relations[found.relations[row]] == word.relation);
      CHECK(found.lemmas.view()[row] == word.lemma);
      ++row;
    }
  }
  CHECK(row == found.tags.size());
}

TEST_CASE("the same file comes out whatever the number of threads") {
  const tests::TemporaryFolder folder;
  const AnalysedText text;
  std::vector<std::string> files;
  for (const unsigned threads : {1u, 2u, 3u}) {
    text.write(folder.file("analyser"), threads);
    files.push_back(tests::read_file(folder.file("analyser")));
  }
  CHECK(files[0] == files[1]);
  CHECK(files[0] == files[2]);
}

TEST_CASE("training tells how far it is, and stops when it is told to") {
  const AnalysedText text;
  TrainOptions options;
  options.width = options.hidden = 16;
  options.depth = 1;
  options.rounds = 2;
  options.batch = 4;
  std::vector<std::uint64_t> steps;
  double first = 0, last = 0;
  options.watch = [&](std::uint64_t done, std::uint64_t all, const Losses& losses) {
    steps.push_back(done);
    CHECK(all == 4);
    (done <= 2 ? first : last) = losses.tags + losses.moves;
    CHECK(losses.words <= text.tags.size());
  };
  text.train(options);
  CHECK(steps == std::vector<std::uint64_t>{1, 2, 3, 4});
  CHECK(last < first);
  options.watch = [](std::uint64_t, std::uint64_t, const Losses&) { throw Error("enough"); };
  CHECK_THROWS_WITH(text.train(options), "enough");
}

TEST_CASE("only frequent words get rows of their own, the most frequent ones first") {
  const AnalysedText text;
  TrainOptions options;
  options.width = options.hidden = 16;
  options.depth = 0;
  options.rounds = 0;
  options.least_count = 2;
  const auto hash_of = [](std::string_view word) {
    WordReader reader;
    reader.read(word);
    return reader.hash();
  };
  const Trained trained = text.train(options);
  std::vector<std::uint64_t> expected{hash_of("."), hash_of("the"), hash_of("in"), hash_of("dogs")};
  std::sort(expected.begin(), expected.end());  // all of them twice
  CHECK(trained.known == expected);
  CHECK(trained.rows.size() == row_count(5) * 16);
  options.least_count = 1;  // more words, but only as many have rows
  options.known_words = 4;
  CHECK(text.train(options).known == expected);
  options.known_words = 3;
  expected.pop_back();
  CHECK(text.train(options).known == expected);
}

TEST_CASE("a rate that leads nowhere is refused") {
  TrainOptions options;
  options.width = options.hidden = 16;
  options.rounds = 3;
  for (const float rate : {1e38f, NAN, INFINITY}) {
    options.rate = rate;
    CHECK_THROWS_AS(AnalysedText().train(options), Error);
  }
}

TEST_CASE("columns that do not fit each other are refused") {
  using Mistakes = std::vector<std::function<void(AnalysedText&)>>;
  TrainOptions options;
  options.width = options.hidden = 16;
  options.rounds = 0;
  CHECK_NOTHROW(AnalysedText().train(options));
  const auto check = [&](const Mistakes& mistakes, const char* message) {
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
      AnalysedText text;
      mistakes[i](text);
      CAPTURE(i);
      CHECK_THROWS_WITH_AS(text.train(options), message, Error);
    }
  };
  check({[](AnalysedText& text) { text.tags.pop_back(); },
         [](AnalysedText& text) { text.entities.pop_back(); },
         [](AnalysedText& text) { text.relations.push_back(0); },
         [](AnalysedText& text) { text.heads.push_back(0); },
         [](AnalysedText& text) { text.words.add("more"); },
         [](AnalysedText& text) { text.sentences.clear(); },
         [](AnalysedText& text) { text.sentences.front() = 1; },
         [](AnalysedText& text) { text.sentences.back() += 1; },
         [](AnalysedText& text) { text.sentences.pop_back(); },
         [](AnalysedText& text) { std::swap(text.sentences[1], text.sentences[2]); },
         [](AnalysedText& text) { text.sentences[1] = -1; }},
        "the columns of the analysed text are of different lengths");
  check({[](AnalysedText& text) { text.tags[3] = 200; },
         [](AnalysedText& text) { text.names.entities.pop_back(); },
         [](AnalysedText& text) { text.names.relations.pop_back(); }},
        "the analysed text has a class that is not among the given ones");
  check({[](AnalysedText& text) { text.heads[0] = 100; },
         [](AnalysedText& text) { text.heads[0] = -1; },
         [](AnalysedText& text) { text.heads[1] = 0; }},  // a circle
        "the heads of a sentence are no tree: one is missing, or they form a circle");
}

TEST_CASE("a network that no file could hold is refused") {
  const std::vector<std::function<void(AnalysedText&, TrainOptions&)>> mistakes{
      [](AnalysedText&, TrainOptions& options) { options.width = 0; },
      [](AnalysedText&, TrainOptions& options) { options.width = 20; },
      [](AnalysedText&, TrainOptions& options) { options.width = 1 << 20; },
      [](AnalysedText&, TrainOptions& options) { options.hidden = 0; },
      [](AnalysedText&, TrainOptions& options) { options.hidden = 17; },
      [](AnalysedText&, TrainOptions& options) { options.depth = 1000; },
      [](AnalysedText&, TrainOptions& options) { options.batch = 0; },
      [](AnalysedText& text, TrainOptions&) { text.names.tags.resize(255); },
      [](AnalysedText& text, TrainOptions&) { text.names.relations.resize(256); },
      [](AnalysedText& text, TrainOptions&) {
        text.names.entities.clear();
        std::fill(text.entities.begin(), text.entities.end(), kUnknown);
      },
  };
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    AnalysedText text;
    TrainOptions options;
    options.width = options.hidden = 16;
    options.rounds = 0;
    mistakes[i](text, options);
    CAPTURE(i);
    CHECK_THROWS_AS(text.train(options), Error);
  }
}

}  // namespace
}  // namespace ow::analysis
