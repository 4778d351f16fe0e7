#include <doctest/doctest.h>

#include <cmath>

#include "files.h"
#include "table/export.h"
#include "table/import.h"
#include "table/merge.h"
#include "table/moses.h"
#include "table/ppdb.h"
#include "table/ppdb_rules.h"
#include "table/tsv.h"

namespace ow {
namespace {

/// A text made into a table and written as TSV: what the reader understood.
struct Reading {
  ImportReport report;
  std::string tsv;
};

template <class Parser, class... Options>
Reading read(const std::string& text, Options&&... options) {
  const tests::TemporaryFolder folder;
  const tests::TextSource source(text);
  TextImport import(std::make_unique<Parser>(std::forward<Options>(options)...), false);
  import.open(source.fd(), "input");
  while (import.read(2)) {
  }
  Reading reading{import.report(), ""};
  if (reading.report.entries == 0) return reading;
  import.builder().write(folder.file("t"));
  const Table table(folder.file("t"));
  const tests::TextSource target("");
  Output out(target.fd(), "output");
  write_tsv(table, out, ScoreScale::kLog);
  ::lseek(target.fd(), 0, SEEK_SET);
  LineReader lines(target.fd(), "output");
  while (const auto line = lines.next()) reading.tsv.append(*line).append("\n");
  return reading;
}

std::string why(const Reading& reading) {
  REQUIRE(reading.report.broken == 1);
  REQUIRE(reading.report.entries == 0);
  return reading.report.first_broken.front().why;
}

const ScoreChoice kLogs{{}, {}, ScoreScale::kLog};

TEST_CASE("Moses tables: scores, alignment, counts") {
  CHECK(read<MosesParser>("a b ||| c ||| -1 -2.5 ||| 0-0 1-0 ||| 7 9 3 ||| x ||| y\n", kLogs).tsv ==
        "source\ttarget\tscore0\tscore1\tcount\talignment\na b\tc\t-1\t-2.5\t3\t0-0 1-0\n");
  CHECK(read<MosesParser>("a|||b|||-1|||  |||5\r\n\n   \n", kLogs).tsv ==
        "source\ttarget\tscore\tcount\na\tb\t-1\t5\n");
  CHECK(read<MosesParser>("a ||| b ||| 1 2 3\n",
                          ScoreChoice{{2, 0}, {"direct", "inverse"}, ScoreScale::kLog})
            .tsv == "source\ttarget\tdirect\tinverse\na\tb\t3\t1\n");
  CHECK(read<MosesParser>("a ||| b ||| 1 2 x\n", ScoreChoice{{1}, {}, ScoreScale::kLog}).tsv ==
        "source\ttarget\tscore\na\tb\t2\n");
  const Reading probability = read<MosesParser>("a ||| b ||| 0.5\n", ScoreChoice{});
  CHECK(probability.tsv == "source\ttarget\tscore\na\tb\t-0.6931472\n");
}

TEST_CASE("broken Moses lines say why") {
  const auto message = [](const std::string& line) {
    return why(read<MosesParser>(line + "\n", ScoreChoice{}));
  };
  CHECK(message("hello") == "expected `source ||| target ||| scores`, found 1 field");
  CHECK(message("a ||| b") == "expected `source ||| target ||| scores`, found 2 fields");
  CHECK(message(" ||| b ||| 0.5") == "the source is empty");
  CHECK(message("a ||| ||| 0.5") == "the target is empty");
  CHECK(message("a ||| b |||") == "there is no score");
  CHECK(message("a ||| b ||| 0") == "the probability 0 is not above 0 and has no logarithm");
  CHECK(message("a ||| b ||| -0.5") == "the probability -0.5 is not above 0 and has no logarithm");
  CHECK(message("a ||| b ||| nan") == "\"nan\" is not a finite number");
  CHECK(message("a ||| b ||| 1e999") == "\"1e999\" is not a finite number");
  CHECK(message("a ||| b ||| 0.5 ||| 0-") == "\"0-\" is not an alignment such as 0-0 1-2");
  CHECK(message("a ||| b ||| 0.5 ||| 0-300") == "\"0-300\" is not an alignment such as 0-0 1-2");
  CHECK(message("a ||| b ||| 0.5 ||| 1-0") == "the alignment points outside the phrases");
  CHECK(message("a ||| b ||| 0.5 ||| 0-0 ||| -1") == "\"-1\" is not a count");
  CHECK(message("a ||| b\xff ||| 0.5") == "the line is not valid UTF-8");
  CHECK(message(std::string("a ||| b\0c ||| 0.5", 17)).find("zero byte") != std::string::npos);
}

TEST_CASE("the first ten broken lines are kept, with their numbers") {
  std::string text;
  for (int i = 0; i < 30; ++i) text += i % 2 ? "bad\n" : "a ||| b" + std::to_string(i) + " ||| 1\n";
  const Reading reading = read<MosesParser>(text, ScoreChoice{});
  CHECK(reading.report.lines == 30);
  CHECK(reading.report.entries == 15);
  CHECK(reading.report.broken == 15);
  REQUIRE(reading.report.first_broken.size() == 10);
  CHECK(reading.report.first_broken[0].line == 2);
  CHECK(reading.report.first_broken[9].line == 20);
}

TEST_CASE("the number of scores may not change, whichever line is broken") {
  const Reading reading = read<MosesParser>(
      "a ||| b ||| 1 x 1\na ||| b ||| 0.5 0.5\na ||| c ||| 0.5\na ||| d ||| 0.5 1\n",
      ScoreChoice{});
  CHECK(reading.report.entries == 2);
  REQUIRE(reading.report.broken == 2);
  CHECK(reading.report.first_broken[1].why ==
        "the number of scores is 1, on the lines before it is 2");
  CHECK(why(read<MosesParser>("a ||| b ||| 1\n", ScoreChoice{{0, 3}, {}, {}})) ==
        "score 3 (counted from 0) is chosen, but the number of scores is 1");
}

TEST_CASE("wrong names and strict reading stop at the line") {
  const auto stop = [](const std::string& text, std::vector<std::string> names) -> std::string {
    const tests::TextSource source(text);
    try {
      TextImport import(std::make_unique<TsvParser>(ScoreChoice{{}, std::move(names), {}}), true);
      import.open(source.fd(), "input");
      while (import.read(100)) {
      }
      import.builder();
    } catch (const FormatError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(stop("a\tb\t1\nc\n", {}) ==
        "input:2: expected `source TAB target TAB scores`, found 1 column");
  CHECK(stop("a\tb\t1\n", {"x", "y"}) ==
        "input:1: the number of scores is 1, but 2 names are given; give one for each");
  CHECK(stop("a\tb\t1\t1\n", {"x", "x"}) ==
        "input:1: two scores are called \"x\"; give them other names");
  CHECK(stop("", {}) == "there is not one entry in the input; is this the right format?");
  CHECK(stop("a\tb\t1\n", {"x"}) == "");
}

const std::string kPpdb1 =
    "[NN] ||| car ||| vehicle ||| Abstract=0 Lex(e|f)=62.9 p(e|f)=1.5 p(e|f,LHS)=1.25 "
    "AGigaSim=0.75 ||| 0-0\n";
const std::string kPpdb2 =
    "[VP/NP] ||| give up on ||| abandon ||| PPDB2.0Score=5.25 -logp(e1|e2)=2 -logp(e2|e1)=1.5 "
    "MVLSASim=NA ||| 0-0 2-0 ||| Equivalence\n";
const std::string kSyntactic =
    "[S/PP] ||| [NP/NP,1] such activities ||| those [NP/NP,1] ||| p(e|f)=1 ||| 0-1\n";

TEST_CASE("PPDB: negative logs become logs, scores stay, labels become tags") {
  CHECK(read<PpdbParser>(kPpdb1, std::vector<std::string>{}, std::vector<std::string>{}).tsv ==
        "source\ttarget\tp(e|f)\ttags\talignment\ncar\tvehicle\t-1.5\tNN\t0-0\n");
  CHECK(read<PpdbParser>(kPpdb2, std::vector<std::string>{}, std::vector<std::string>{}).tsv ==
        "source\ttarget\tp(e2|e1)\ttags\talignment\ngive up on\tabandon\t-1.5\tVP/NP\t0-0 2-0\n");
  CHECK(read<PpdbParser>(kPpdb2, std::vector<std::string>{"PPDB2.0Score", "-logp(e1|e2)"},
                         std::vector<std::string>{"score", "inverse"})
            .tsv ==
        "source\ttarget\tscore\tinverse\ttags\talignment\n"
        "give up on\tabandon\t5.25\t-2\tVP/NP\t0-0 2-0\n");
  CHECK(read<PpdbParser>(kPpdb1, std::vector<std::string>{"p(e|f,LHS)", "Lex(e|f)", "AGigaSim"},
                         std::vector<std::string>{})
            .tsv ==
        "source\ttarget\tp(e|f,LHS)\tLex(e|f)\tAGigaSim\ttags\talignment\n"
        "car\tvehicle\t-1.25\t-62.9\t0.75\tNN\t0-0\n");
}

TEST_CASE("PPDB rules with slots are set aside, line by line") {
  const tests::TextSource source(kPpdb1 + kSyntactic + kPpdb1), patterns("");
  TextImport import(
      std::make_unique<PpdbParser>(std::vector<std::string>{}, std::vector<std::string>{}), true);
  import.keep_patterns(patterns.fd(), "patterns");
  import.open(source.fd(), "input");
  while (import.read(1)) {
  }
  CHECK(import.report().entries == 2);
  CHECK(import.report().patterns == 1);
  ::lseek(patterns.fd(), 0, SEEK_SET);
  LineReader lines(patterns.fd(), "patterns");
  CHECK(std::string(lines.next().value_or("")) + "\n" == kSyntactic);
  CHECK_FALSE(lines.next().has_value());
}

TEST_CASE("broken PPDB lines say why") {
  const auto message = [](const std::string& line, std::vector<std::string> features = {}) {
    return why(read<PpdbParser>(line + "\n", std::move(features), std::vector<std::string>{}));
  };
  CHECK(message("[NN] ||| car ||| vehicle").find("found 3 fields") != std::string::npos);
  CHECK(message("NN ||| car ||| vehicle ||| p(e|f)=1") ==
        "the line does not begin with a label such as [NN]");
  CHECK(message("[NN] ||| car ||| vehicle ||| p(e|f)=x") == "\"x\" is not a finite number");
  CHECK(message("[NN] ||| car ||| vehicle ||| p(f|e)=1", {"p(e|f)"}) ==
        "the feature p(e|f) is missing");
  CHECK(message("[NN] ||| car ||| vehicle ||| MVLSASim=NA", {"MVLSASim"}) ==
        "\"NA\" is not a finite number");
  CHECK(message("[NN] ||| car ||| ||| p(e|f)=1") == "the target is empty");
  CHECK(message("[N N] ||| car ||| b ||| p(e|f)=1").find("white space") != std::string::npos);
}

Reading read_rules(const std::string& text) {
  const std::vector<std::string> nothing, function_words = {"the", "of", "'s", "is"};
  return read<PpdbRuleParser>(text, nothing, nothing, function_words);
}

TEST_CASE("PPDB rules become patterns, with slots numbered from left to right") {
  CHECK(read_rules("[S] ||| [VBZ,1] the use of [NNS,2] ||| [NNS,2] [VBZ,1] used ||| p(e|f)=1.5 ||| "
                   "0-1\n")
            .tsv ==
        "source\ttarget\tp(e|f)\n[VBZ_1] the use of [NNS_1]\t[NNS_1] [VBZ_1] used\t-1.5\n");
  CHECK(
      read_rules("[NN] ||| [NN,2] report of [NN,1] ||| [NN,1] report [NN,2] ||| p(e|f)=1\n").tsv ==
      "source\ttarget\tp(e|f)\n[NN_1] report of [NN_2]\t[NN_2] report [NN_1]\t-1\n");
}

TEST_CASE("PPDB phrases of nouns stand for every noun") {
  const Reading reading = read_rules(
      "[NP] ||| the report of [NP,1] on [NN,2] ||| [NP,1] 's [NN,2] report ||| p(e|f)=1\n");
  CHECK(reading.report.lines == 1);
  CHECK(reading.report.entries == 4);
  CHECK(reading.tsv ==
        "source\ttarget\tp(e|f)\n"
        "the report of [NN_1] on [NN_2]\t[NN_1] 's [NN_2] report\t-1\n"
        "the report of [NNPS_1] on [NN_1]\t[NNPS_1] 's [NN_1] report\t-1\n"
        "the report of [NNP_1] on [NN_1]\t[NNP_1] 's [NN_1] report\t-1\n"
        "the report of [NNS_1] on [NN_1]\t[NNS_1] 's [NN_1] report\t-1\n");
  CHECK(read_rules("[NP] ||| [NP,1] meets [NP,2] ||| [NP,2] met [NP,1] ||| p(e|f)=1\n")
            .report.entries == 16);
  CHECK(read_rules("[S] ||| looks [ADJP,1] ||| seems [ADJP,1] ||| p(e|f)=1\n").tsv ==
        "source\ttarget\tp(e|f)\nlooks [JJ_1]\tseems [JJ_1]\t-1\n");
}

TEST_CASE("PPDB rules that are no patterns of ours are counted by why") {
  const auto reason = [](const std::string& sides) {
    const ImportReport report = read_rules("[X] ||| " + sides + " ||| p(e|f)=1\n").report;
    CHECK(report.entries == 0);
    CHECK(report.broken == 0);
    return report.left_out.size() == 1 ? report.left_out.begin()->first : "";
  };
  CHECK(reason("car ||| vehicle") == "no slot");
  CHECK(reason("[NP,1] 's [NN,2] ||| the [NN,2] of [NP,1]") == "a side without a content word");
  CHECK(reason("a red [NN,1] ||| is [NN,1]") == "a side without a content word");
  CHECK(reason("red 's 12 % [NN,1] ||| 12 % [NN,1]") == "a side without a content word");
  CHECK(reason("see [VP,1] ||| watch [VP,1]") == "slots with other labels");
  CHECK(reason("see [NP\\NN,1] ||| watch [NP\\NN,1]") == "slots with other labels");
  CHECK(reason("see [NN,1] ||| watch") == "sides with different slots");
  CHECK(reason("see [NN,1] ||| watch [NN,2]") == "sides with different slots");
  CHECK(reason("see [NN,1] ||| watch [NNS,1]") == "sides with different slots");
  CHECK(reason("see [NN,1] [NN,1] ||| watch [NN,1] [NN,1]") == "sides with different slots");
  CHECK(reason("a [NN,1] [NN,2] [NN,3] [NN,4] [NN,5] ||| b [NN,1] [NN,2] [NN,3] [NN,4] [NN,5]") ==
        "too many slots");
}

TEST_CASE("broken PPDB rules say why") {
  CHECK(why(read_rules("[NP] ||| see [NN,1] ||| watch [NN,1] ||| q=1\n")) ==
        "the feature -logp(e2|e1) is missing");
  CHECK(why(read_rules("[NP] ||| see [NN_1] ||| watch [NN,1] ||| p(e|f)=1\n")) ==
        "a word looks like a slot of ours, such as [NN_1]");
}

TEST_CASE("TSV: with and without header") {
  const std::string plain = "source\ttarget\tscore\na b\tc d\t-1\n";
  CHECK(read<TsvParser>("a  b\tc d\t-1\n", kLogs).tsv == plain);
  CHECK(read<TsvParser>("from\tto\tscore\na b\tc d\t-1\r\n\n", kLogs).tsv == plain);
  const std::string full =
      "source\ttarget\tp\tq\tcount\ttags\talignment\na b\tc\t-1\t-2\t5\tNN\t0-0\na "
      "b\td\t-3\t-4\t\t\t\n";
  CHECK(read<TsvParser>(full, kLogs).tsv == full);
  CHECK(read<TsvParser>("s\tt\talignment\tcount\tp\na\tb\t0-0\t2\t-1\n", kLogs).tsv ==
        "source\ttarget\tp\tcount\talignment\na\tb\t-1\t2\t0-0\n");
  const Reading short_line = read<TsvParser>("s\tt\tp\tcount\na\tb\t-1\n", kLogs);
  CHECK(why(short_line) == "there are fewer columns than in the header");
}

TEST_CASE("several TSV inputs have the same header or none") {
  const auto read_both = [](const std::string& first, const std::string& second) {
    TextImport import(std::make_unique<TsvParser>(kLogs), true);
    for (const std::string& text : {first, second}) {
      const tests::TextSource source(text);
      import.open(source.fd(), "input");
      while (import.read(100)) {
      }
    }
    return import.builder().size();
  };
  CHECK(read_both("s\tt\tp\na\tb\t-1\n", "s\tt\tp\na\tc\t-1\n") == 2);
  CHECK(read_both("s\tt\tp\na\tb\t-1\n", "a\tc\t-1\n") == 2);
  CHECK_THROWS_WITH_AS(read_both("s\tt\tp\na\tb\t-1\n", "s\tt\tq\na\tc\t-1\n"),
                       doctest::Contains("input:1: the header is not the one"), FormatError);
}

TEST_CASE("probabilities in text give the same logs again") {
  const tests::TemporaryFolder folder;
  TableBuilder builder({"p"});
  std::vector<float> scores;
  for (int i = -930; i < 330; ++i) scores.push_back(-std::pow(1.02f, static_cast<float>(i)));
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const WordId source[] = {builder.word("s")}, target[] = {builder.word("t" + std::to_string(i))};
    builder.add(source, {target, {&scores[i], 1}});
  }
  builder.write(folder.file("t"));
  const Table table(folder.file("t"));
  const tests::TextSource text("");
  Output out(text.fd(), "output");
  write_moses(table, out, ScoreScale::kProbability);
  ::lseek(text.fd(), 0, SEEK_SET);
  TextImport import(std::make_unique<MosesParser>(ScoreChoice{{}, {"p"}, {}}), true);
  import.open(text.fd(), "again");
  while (import.read(1000)) {
  }
  import.builder().write(folder.file("again"));
  CHECK(tests::read_file(folder.file("t")) == tests::read_file(folder.file("again")));

  TableBuilder extreme({"p"});
  const WordId word[] = {extreme.word("w")};
  const float tiny = -1000;
  extreme.add(word, {word, {&tiny, 1}});
  extreme.write(folder.file("t2"));
  const Table no_probability(folder.file("t2"));
  CHECK_THROWS_WITH_AS(write_moses(no_probability, out, ScoreScale::kProbability),
                       doctest::Contains("write logs instead"), FormatError);
}

}  // namespace
}  // namespace ow
