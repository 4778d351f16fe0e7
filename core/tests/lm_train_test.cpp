#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>
#include <utility>

#include "base/error.h"
#include "base/lines.h"
#include "files.h"
#include "lm/train.h"

namespace ow::lm {
namespace {

struct Entry {
  double probability, backoff;
};
using Arpa = std::map<std::string, Entry>;

struct Trained {
  TrainReport report;
  std::string text;
  Arpa entries;
};

/// For texts too small to have discounts of their own.
TrainOptions small(unsigned order) {
  TrainOptions options;
  options.order = order;
  options.memory = std::uint64_t{8} << 20;
  options.fallback_discounts = true;
  return options;
}

Arpa parse(const std::string& text) {
  Arpa entries;
  const tests::TextSource source(text);
  LineReader reader(source.fd(), "arpa");
  while (const auto line = reader.next()) {
    const auto tab = line->find('\t');
    if (tab == std::string_view::npos) continue;
    const auto second = line->find('\t', tab + 1);
    const auto words = line->substr(tab + 1, second == line->npos ? second : second - tab - 1);
    const double backoff =
        second == line->npos ? 1 : std::pow(10, *parse_number(line->substr(second + 1)));
    entries[std::string(words)] = {std::pow(10, *parse_number(line->substr(0, tab))), backoff};
  }
  return entries;
}

Trained train_text(std::string_view text, TrainOptions options) {
  const tests::TemporaryFolder folder;
  const tests::TextSource input(text), output("");
  options.folder = folder.file("");
  Trained trained;
  trained.report = train({{input.fd(), "text"}}, {output.fd(), "arpa"}, options);
  ::lseek(output.fd(), 0, SEEK_SET);
  LineReader reader(output.fd(), "arpa");
  while (const auto line = reader.next()) (trained.text += *line) += '\n';
  trained.entries = parse(trained.text);
  return trained;
}

std::string error_of(std::string_view text, const TrainOptions& options) {
  try {
    train_text(text, options);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST_CASE("a small model is what the formulas give by hand") {
  // Adjusted counts of words: a 1, b 1, c 1, </s> 2. None is 3, so the discounts are the fallback;
  // 2.5 of 5 goes to the uniform distribution over five words.
  // Bigrams: two have count 1, two count 2, one count 3: Y = 1/3, discounts 1/3, 3/2, 3.
  TrainOptions options = small(2);
  const Trained trained = train_text("a b\na  b \n\ta c\r\n", options);
  CHECK(trained.report.tokens == 6);
  CHECK(trained.report.sentences == 3);
  CHECK(trained.report.ngram_counts == std::vector<std::uint64_t>{6, 5});
  CHECK(trained.report.discounts[0] == Discounts{0.5, 1, 1.5});
  CHECK(trained.report.discounts[1][0] == doctest::Approx(1.0 / 3));
  CHECK(trained.report.discounts[1][1] == doctest::Approx(1.5));
  CHECK(trained.report.discounts[1][2] == doctest::Approx(3));
  const std::map<std::string, Entry> expected{
      {"<unk>", {0.1, 1}},        {"<s>", {1, 1}},
      {"</s>", {0.3, 1}},         {"a", {0.2, 11.0 / 18}},
      {"b", {0.2, 0.75}},         {"c", {0.2, 1.0 / 3}},
      {"<s> a", {0.2, 1}},        {"a b", {26.0 / 90, 1}},
      {"a c", {31.0 / 90, 1}},    {"b </s>", {0.475, 1}},
      {"c </s>", {23.0 / 30, 1}},
  };
  REQUIRE(trained.entries.size() == expected.size());
  for (const auto& [text, entry] : expected) {
    const std::string& words = text;  // clang 14 captures no structured bindings
    CAPTURE(words);
    REQUIRE(trained.entries.count(words) == 1);
    CHECK(trained.entries.at(words).probability == doctest::Approx(entry.probability));
    CHECK(trained.entries.at(words).backoff == doctest::Approx(entry.backoff));
  }
}

/// Sentences with skewed word frequencies and some repetition, as text has them.
std::string random_text(unsigned seed, int sentences, unsigned types = 40) {
  std::mt19937 random(seed);
  std::string text;
  for (int i = 0; i < sentences; ++i) {
    unsigned word = 0;
    for (unsigned length = random() % 9; length > 0; --length) {
      word = (word * 7 + random() % (1 + random() % 12)) % types;
      text += "w" + std::to_string(word) + " ";
    }
    text += '\n';
  }
  return text;
}

double probability(const Arpa& arpa, const std::string& context, const std::string& word) {
  if (context.empty()) return arpa.at(word).probability;
  const auto found = arpa.find(context + " " + word);
  if (found != arpa.end()) return found->second.probability;
  const auto space = context.find(' ');
  const std::string shorter = space == std::string::npos ? "" : context.substr(space + 1);
  const auto backoff = arpa.find(context);
  return (backoff == arpa.end() ? 1 : backoff->second.backoff) * probability(arpa, shorter, word);
}

void check_sums(const Arpa& arpa) {
  std::vector<std::string> contexts{""}, words;
  for (const auto& [text, entry] : arpa) {
    contexts.push_back(text);
    if (text.find(' ') == std::string::npos && text != "<s>") words.push_back(text);
  }
  for (const std::string& context : contexts) {
    double sum = 0;
    for (const std::string& word : words) sum += probability(arpa, context, word);
    CAPTURE(context);
    CHECK(sum == doctest::Approx(1).epsilon(1e-4));
  }
}

TEST_CASE("after every context the probabilities sum to one") {
  for (unsigned order = 1; order <= 5; ++order) {
    CAPTURE(order);
    TrainOptions options = small(order);
    const std::string text = random_text(order, 60);
    const Trained all = train_text(text, options);
    check_sums(all.entries);

    options.vocabulary = 12;
    check_sums(train_text(text, options).entries);
    options.vocabulary = 0;

    options.entropy = 1e-3;
    const Trained pruned = train_text(text, options);
    check_sums(pruned.entries);
    CHECK((pruned.entries.size() < all.entries.size()) == (order > 1));
    options.entropy = 0;

    options.cutoffs = order == 1 ? std::vector<std::uint64_t>{0} : std::vector<std::uint64_t>{0, 1};
    const Trained cut = train_text(text, options);
    check_sums(cut.entries);
    CHECK((cut.entries.size() < all.entries.size()) == (order > 1));
  }
}

TEST_CASE("no n-gram is left without its context") {
  for (const double entropy : {0.0, 1e-4, 1e-3, 1e-2}) {
    TrainOptions options = small(4);
    options.entropy = entropy;
    if (entropy == 0) options.cutoffs = {0, 1, 1, 2};
    const Arpa arpa = train_text(random_text(9, 100), options).entries;
    for (const auto& [words, entry] : arpa) {
      const auto space = words.rfind(' ');
      if (space != std::string::npos) CHECK(arpa.count(words.substr(0, space)) == 1);
    }
  }
}

TEST_CASE("the model does not depend on the memory limit") {
  // Five words of 14 bits need the wider keys.
  for (const auto& [order, types] : {std::pair{2u, 40u}, {5u, 40u}, {5u, 9'000u}}) {
    TrainOptions options = small(order);
    const std::string text = random_text(5, 30'000, types);
    for (const double entropy : {0.0, 1e-6}) {
      options.entropy = entropy;
      options.memory = std::uint64_t{1} << 26;
      const std::string roomy = train_text(text, options).text;
      options.memory = std::uint64_t{1} << 20;
      CHECK(train_text(text, options).text == roomy);
    }
  }
}

TEST_CASE("cut-offs look at occurrences, not at adjusted counts") {
  // `b c` occurs three times, always after a.
  TrainOptions options = small(3);
  options.cutoffs = {0, 1, 2};
  const Arpa arpa = train_text("a b c\na b c\na b c\nd e\n", options).entries;
  CHECK(arpa.count("b c") == 1);
  CHECK(arpa.count("a b c") == 1);
  CHECK(arpa.count("d e") == 0);
  CHECK(arpa.count("d") == 1);
}

TEST_CASE("a limited vocabulary keeps the most frequent words, then the first in order of bytes") {
  TrainOptions options = small(2);
  options.vocabulary = 2;
  const Trained trained = train_text("d c a\nc b\n", options);
  CHECK(trained.report.ngram_counts[0] == 5);
  CHECK(trained.entries.count("c") == 1);
  CHECK(trained.entries.count("a") == 1);
  CHECK(trained.entries.count("<s> <unk>") == 1);
  CHECK(trained.entries.count("c <unk>") == 1);
  options.vocabulary = 4;
  CHECK(train_text("d c a\nc b\n", options).report.ngram_counts[0] == 7);
}

TEST_CASE("<unk> in the text is the unknown word") {
  TrainOptions options = small(2);
  CHECK(train_text("a <unk> b\n", options).entries.count("a <unk>") == 1);
}

TEST_CASE("text and options that no model can be made of are refused with the reason") {
  TrainOptions options = small(3);
  const auto fails = [&](std::string_view text, std::string_view why) {
    const std::string message = error_of(text, options);
    CAPTURE(message);
    CHECK(message.find(why) != std::string::npos);
  };
  fails("", "text: there are no words");
  fails("\n \n\t\n", "no words");
  fails("a b\nc <s> d\n", "text:2: <s> stands for a bound");
  fails("a b\n\n</s>", "text:3: </s> stands for a bound");
  fails("fine\nnot \xff\xfe\n", "text:2: word 2 is not valid UTF-8");
  options.cutoffs = {1};
  fails("a", "cut-off of order 1 must be 0");
  options.cutoffs = {0, 2, 1};
  fails("a", "below that of the order before it");
  options.cutoffs = {0, 0, 0, 0};
  fails("a", "4 cut-offs for a model of order 3");
  options.cutoffs = {};
  options.order = 6;
  fails("a", "1 to 5, not 6");
  options.order = 0;
  fails("a", "1 to 5, not 0");
  options.order = 3;
  options.memory = 1000;
  fails("a", "at least 1 MiB");
  options.memory = std::uint64_t{1} << 20;
  options.entropy = -1;
  fails("a", "entropy pruning");
  options.entropy = NAN;
  fails("a", "entropy pruning");
  options.entropy = 0;
  options.fallback_discounts = false;
  fails("a b c\n", "discounts of order 1 cannot be computed: no n-gram has the count 2");
}

TEST_CASE("a text shorter than the order gives a model with empty orders") {
  TrainOptions options = small(5);
  const Trained trained = train_text("a\n", options);
  CHECK(trained.report.ngram_counts == std::vector<std::uint64_t>{4, 2, 1, 0, 0});
}

TEST_CASE("the pulse can stop the training") {
  struct Stop {};
  TrainOptions options = small(3);
  options.pulse = [] { throw Stop{}; };
  CHECK_THROWS_AS(train_text(random_text(1, 70'000), options), Stop);
}

}  // namespace
}  // namespace ow::lm
