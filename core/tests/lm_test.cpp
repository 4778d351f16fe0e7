#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>

#include "base/lines.h"
#include "lm/arpa.h"
#include "lm/score.h"
#include "random_task.h"

namespace ow {
namespace {

constexpr const char* kSmall =
    "written by hand\n\n\\data\\\nngram 1=5\nngram 2=3\nngram 3=1\n\n"
    "\\1-grams:\n-1.0 <unk>\n-99 <s> -0.5\n-0.7 </s>\n-0.4 a -0.3\n-0.6 b -0.2\n\n"
    "\\2-grams:\n-0.1 <s> a -0.05\n-0.2 a b 0\n-0.3 b </s>\n\n"
    "\\3-grams:\n-0.01 <s> a b\n\n\\end\\\n";

std::string failure_of(const std::string& arpa) {
  const tests::TextSource source(arpa);
  try {
    lm::read_arpa(source.fd(), "x.arpa");
  } catch (const FormatError& e) {
    return e.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

TEST_CASE("scores worked by hand") {
  const tests::TemporaryFolder folder;
  const auto model = tests::model_from(kSmall, folder.file("lm"));
  const auto log10 = [&](const char* sentence, bool begin, bool end) {
    return lm::score_sentence(*model, sentence, {begin, end}) / lm::kLn10;
  };
  CHECK(log10("a b", true, true) == doctest::Approx(-0.1 - 0.01 - 0.3));
  // b after <s>: back off from <s>; then b </s>.
  CHECK(log10("b", true, true) == doctest::Approx(-0.5 - 0.6 - 0.3));
  // a after a: back off from (<s> a) and from (a).
  CHECK(log10("a a", true, false) == doctest::Approx(-0.1 - 0.05 - 0.3 - 0.4));
  CHECK(log10("a", false, false) == doctest::Approx(-0.4));
  CHECK(log10("c", false, false) == doctest::Approx(-1.0));
  CHECK(log10("", true, true) == doctest::Approx(-0.5 - 0.7));
  const auto words = lm::score_words(*model, "a b c", {});
  REQUIRE(words.size() == 4);
  CHECK(words[1].matched == 3);
  CHECK(words[2].matched == 1);
  CHECK_FALSE(words[2].known);
  CHECK(words[3].word == "</s>");
}

TEST_CASE("what cannot change a later score is no state") {
  const tests::TemporaryFolder folder;
  const auto model = tests::model_from(kSmall, folder.file("lm"));
  const auto after = [&](std::initializer_list<const char*> words) {
    lm::StateId state = lm::Model::empty_state();
    for (const char* word : words) state = model->step(state, model->word(word)).next;
    return state;
  };
  CHECK(after({"a", "b"}) == after({"b"}));
  CHECK(after({"b", "</s>"}) == lm::Model::empty_state());
  CHECK(after({"b", "a"}) == after({"a"}));
}

TEST_CASE("any back-off model scores as its definition says") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(17);
  for (unsigned round = 0; round < 50; ++round) {
    const unsigned order = 1 + round % lm::kMaxOrder;
    const std::string arpa = tests::random_arpa(random, order, 3);
    const auto model = tests::model_from(arpa, folder.file("lm"));
    // p(w | h) straight from the text, as the format defines it.
    std::map<std::string, double> prob, backoff;
    std::istringstream lines(arpa);
    for (std::string line; std::getline(lines, line);) {
      std::vector<std::string_view> fields;
      split_words(line, fields);
      if (fields.size() < 2 || !parse_number(fields[0])) continue;
      std::string text;
      std::size_t last = fields.size();
      if (parse_number(fields.back())) backoff[""] = *parse_number(fields[--last]);
      for (std::size_t i = 1; i < last; ++i) text += (i > 1 ? " " : "") + std::string(fields[i]);
      prob[text] = *parse_number(fields[0]);
      if (last < fields.size()) backoff[text] = backoff[""];
    }
    backoff.erase("");
    const auto definition = [&](const std::vector<std::string>& history, const std::string& word) {
      double sum = 0.0;
      const std::size_t longest = std::min<std::size_t>(history.size(), order - 1);
      for (std::size_t used = longest;; --used) {
        std::string context;
        for (std::size_t i = history.size() - used; i < history.size(); ++i)
          context += (context.empty() ? "" : " ") + history[i];
        const auto found = prob.find(context.empty() ? word : context + " " + word);
        if (found != prob.end()) return sum + found->second;
        REQUIRE(used > 0);
        if (backoff.contains(context)) sum += backoff.at(context);
      }
    };
    const std::vector<std::string> words{"a", "b", "c", "<unk>", "</s>"};
    for (unsigned sentence = 0; sentence < 40; ++sentence) {
      std::vector<std::string> history{"<s>"};
      lm::StateId state = model->begin_state();
      for (unsigned i = 0; i < 8; ++i) {
        const std::string& word = words[random() % words.size()];
        const auto step = model->step(state, model->word(word));
        CHECK(step.log10 == doctest::Approx(definition(history, word)).epsilon(1e-5));
        state = step.next;
        history.push_back(word);
      }
    }
  }
}

TEST_CASE("a model written as ARPA text reads back as the same model") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(19);
  for (unsigned order = 1; order <= lm::kMaxOrder; ++order) {
    const auto model =
        tests::model_from(tests::random_arpa(random, order, 4, 0.0), folder.file("one"));
    const std::string text = folder.file("text");
    std::FILE* file = std::fopen(text.c_str(), "wb");
    lm::write_arpa(*model, ::fileno(file), "text");
    std::fclose(file);
    tests::model_from(tests::read_file(text), folder.file("two"));
    CHECK(tests::read_file(folder.file("one")) == tests::read_file(folder.file("two")));
  }
}

TEST_CASE("quantisation changes scores little and states not at all") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(23);
  const std::string arpa = tests::random_arpa(random, 4, 5);
  const auto exact = tests::model_from(arpa, folder.file("exact"));
  const tests::TextSource source(arpa);
  const auto report = lm::read_arpa(source.fd(), "arpa").write(folder.file("coded"), true);
  const lm::Model coded(folder.file("coded"));
  CHECK(report.quantisation_error < 0.02);
  CHECK(coded.state_count() == exact->state_count());
  for (unsigned i = 0; i < 200; ++i) {
    std::string sentence;
    for (unsigned k = 0; k < 6; ++k) sentence += std::string(1, char('a' + random() % 6)) + " ";
    const double difference =
        lm::score_sentence(*exact, sentence, {}) - lm::score_sentence(coded, sentence, {});
    CHECK(std::abs(difference) < 1.0);
  }
}

TEST_CASE("a large state finds each of its arcs and no others") {
  const tests::TemporaryFolder folder;
  std::string arpa =
      "\\data\\\nngram 1=5003\nngram 2=2500\n\n\\1-grams:\n-1 <unk>\n-1 <s>\n-1 </s>\n";
  for (int i = 0; i < 5000; ++i) arpa += "-2 w" + std::to_string(i) + " -0.5\n";
  arpa += "\n\\2-grams:\n";
  for (int i = 0; i < 5000; i += 2) arpa += "-0.25 w7 w" + std::to_string(i) + "\n";
  const auto model = tests::model_from(arpa + "\n\\end\\\n", folder.file("lm"));
  const auto state = model->step(lm::Model::empty_state(), model->word("w7")).next;
  for (int i = 0; i < 5000; ++i) {
    const auto step = model->step(state, model->word("w" + std::to_string(i)));
    CHECK(step.log10 == doctest::Approx(i % 2 == 0 ? -0.25 : -2.5));
  }
}

TEST_CASE("broken ARPA text is refused with line and reason") {
  CHECK(failure_of(kSmall).empty());
  CHECK(failure_of("hello\n").find("x.arpa:1: no \\data\\ line") == 0);
  CHECK(failure_of("").find("no \\data\\ line") != std::string::npos);
  CHECK(failure_of(replaced(kSmall, "ngram 1=5", "ngram 1=6")).find("5 1-grams end here") !=
        std::string::npos);
  CHECK(failure_of(replaced(kSmall, "ngram 2=3", "ngram 3=3")).find("x.arpa:5: expected") == 0);
  CHECK(failure_of(replaced(kSmall, "-0.6 b", "0.6 b")).find("above 0") != std::string::npos);
  CHECK(failure_of(replaced(kSmall, "-0.6 b", "nan b")).find("not a log probability") !=
        std::string::npos);
  CHECK(failure_of(replaced(kSmall, "-0.6 b", "-1e39 b")).find("absurdly") != std::string::npos);
  CHECK(failure_of(replaced(kSmall, "a b 0", "a z 0")).find("\"z\" is not among the 1-grams") !=
        std::string::npos);
  CHECK(failure_of(replaced(kSmall, "-0.6 b", "-0.6 a")).find("listed before") !=
        std::string::npos);
  CHECK(failure_of(replaced(kSmall, "-0.2 a b 0", "-0.2 <s> a")).find("listed before") !=
        std::string::npos);
  CHECK(failure_of(replaced(kSmall, "-0.2 a b 0", "-0.2 a")).find("fields") != std::string::npos);
  CHECK(failure_of(replaced(kSmall, "\\end\\", "")).find("truncated") != std::string::npos);
  CHECK(failure_of(replaced(kSmall, "<s> -0.5", "s -0.5")).find("lack <s>") != std::string::npos);
  CHECK(failure_of(replaced(kSmall, "-0.6 b", "-0.6 \xff")).find("UTF-8") != std::string::npos);
}

TEST_CASE("what other toolkits write is understood") {
  const std::string crlf = [] {
    std::string text;
    for (const char c : std::string(kSmall)) text += c == '\n' ? "\r\n" : std::string(1, c);
    return text;
  }();
  CHECK(failure_of(crlf).empty());
  CHECK(failure_of(replaced(kSmall, "-99 <s>", "-inf <s>")).empty());
  const tests::TemporaryFolder folder;
  std::string without = replaced(kSmall, "-1.0 <unk>\n", "");
  without = replaced(without, "ngram 1=5", "ngram 1=4");
  const auto model = tests::model_from(without, folder.file("lm"));
  CHECK(lm::score_sentence(*model, "zzz", {false, false}) == doctest::Approx(-100 * lm::kLn10));
}

TEST_CASE("a damaged model file is refused, never trusted") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(29);
  const std::string path = folder.file("lm");
  tests::model_from(tests::random_arpa(random, 3, 5), path);
  const std::string good = tests::read_file(path);
  const auto use = [&](const std::string& content) {
    tests::write_file(path, content);
    try {
      const lm::Model model(path);
      lm::score_sentence(model, "a b c d e f", {});
      model.file().ensure_all();
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  for (std::size_t size = 0; size < good.size(); size += 61)
    CHECK(use(good.substr(0, size)).find(path) == 0);
  for (std::size_t at = 0; at < good.size(); at += 7) {
    std::string flipped = good;
    flipped[at] ^= 1 << (at % 8);
    const bool in_padding = at >= 64 + 12 * 24 && at < 2048;
    CAPTURE(at);
    CHECK(use(flipped).empty() == in_padding);
  }
}

}  // namespace
}  // namespace ow
