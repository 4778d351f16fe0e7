#include <doctest/doctest.h>

#include "base/error.h"
#include "base/lines.h"
#include "context/guards.h"

namespace ow::context {
namespace {

/// A sentence for each source, and a unit that replaces all of it by the target.
Units units_of(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
  Units units;
  std::vector<std::string_view> words;
  for (const auto& [source, target] : pairs) {
    const auto intern = [&](std::string_view word) {
      return units.words.intern({word.data(), word.size()});
    };
    split_words(source, words);
    for (const std::string_view word : words) units.token_words.push_back(intern(word));
    units.token_offsets.push_back(static_cast<std::int64_t>(units.token_words.size()));
    units.sentence.push_back(static_cast<std::int32_t>(units.sentence.size()));
    units.begin.push_back(0);
    units.end.push_back(static_cast<std::int32_t>(words.size()));
    split_words(target, words);
    for (const std::string_view word : words) units.target_words.push_back(intern(word));
    units.target_offsets.push_back(static_cast<std::int64_t>(units.target_words.size()));
    units.unit_offsets.push_back(static_cast<std::int64_t>(units.sentence.size()));
  }
  return units;
}

bool forbids(const Guards& guards, std::string_view source, std::string_view target,
             const text::Casing* casing = nullptr) {
  const Units units = units_of({{source, target}});
  const std::int64_t row = 0;
  return guards.forbid(units, {&row, 1}, casing).at(0) != 0;
}

}  // namespace

TEST_CASE("a guard that counts: as many words come as go") {
  const Guards guards(
      "count\tnegation\twords\tnot\n"
      "count\tnegation\twords\tno\n"
      "count\tnegation\tphrases\tdeclined to\n");
  CHECK(forbids(guards, "he does", "he does not"));
  CHECK(forbids(guards, "is no", "is"));
  CHECK(forbids(guards, "not that not", "not that"));
  CHECK_FALSE(forbids(guards, "not big", "no size"));
  CHECK_FALSE(forbids(guards, "did not go", "declined to go"));
  CHECK_FALSE(forbids(guards, "declined to", "no"));
  CHECK(forbids(guards, "declined to", "declined"));
  CHECK(forbids(guards, "went", "declined to go"));
  CHECK_FALSE(forbids(guards, "declined", "turned down"));       // half of a phrase is nothing
  CHECK_FALSE(forbids(guards, "declined", "he said declined"));  // nor is it at the end
  CHECK_FALSE(forbids(guards, "knot", "note"));
}

TEST_CASE("a guard that matches: each word has one of its class on the other side") {
  const Guards guards(
      "match\tperson\the\the\nmatch\tperson\the\thim\nmatch\tperson\tshe\tshe\n"
      "match\tmodality\tcan\tcan\nmatch\tmodality\tcan\tcould\n"
      "match\tmodality\tmay\tmay\nmatch\tmodality\tmay\tcould\nmatch\tmodality\tmust\thave to\n"
      "match\tmodality\tmust\tmust");
  CHECK_FALSE(forbids(guards, "he went", "him going"));
  CHECK_FALSE(forbids(guards, "he went", "he and him"));  // how many does not matter
  CHECK(forbids(guards, "he went", "she went"));
  CHECK(forbids(guards, "he went", "went"));
  CHECK(forbids(guards, "went", "he went"));
  CHECK(forbids(guards, "he can", "she can"));
  CHECK(forbids(guards, "he or she", "he"));
  CHECK_FALSE(forbids(guards, "could", "can"));
  CHECK_FALSE(forbids(guards, "could", "may"));
  CHECK(forbids(guards, "can", "may"));
  CHECK_FALSE(forbids(guards, "can", "could"));
  CHECK_FALSE(forbids(guards, "have to go", "must go"));
  CHECK(forbids(guards, "have to go", "have go"));
  CHECK(forbids(guards, "must", "can"));
}

TEST_CASE("a guard of what arrives: no word comes whose class does not go") {
  const Guards guards(
      "arrive\tgender\tmale\tman\narrive\tgender\tmale\tboy\narrive\tgender\tfemale\twoman\n");
  CHECK(forbids(guards, "person", "man"));
  CHECK(forbids(guards, "man", "woman"));
  CHECK(forbids(guards, "man", "man and woman"));
  CHECK_FALSE(forbids(guards, "man", "boy"));
  CHECK_FALSE(forbids(guards, "man", "person"));
  CHECK_FALSE(forbids(guards, "man and woman", "boy"));
}

TEST_CASE("a guard of sameness: as many of each class, and each word of * is its own class") {
  const Guards guards(
      "same\tnumber\t2\ttwo\nsame\tnumber\t2\tpair of\nsame\tnumber\t3\tthree\n"
      "same\tday\t*\tmonday\nsame\tday\t*\ttuesday\nsame\tday\t*\tboxing day\n");
  CHECK_FALSE(forbids(guards, "two dogs", "a pair of dogs"));
  CHECK_FALSE(forbids(guards, "two and three", "three and two"));
  CHECK(forbids(guards, "two", "three"));
  CHECK(forbids(guards, "two", "two two"));
  CHECK(forbids(guards, "dogs", "two dogs"));
  CHECK(forbids(guards, "two dogs", "dogs"));
  CHECK(forbids(guards, "two three three", "two two three"));
  CHECK_FALSE(forbids(guards, "on monday", "monday"));
  CHECK(forbids(guards, "monday", "tuesday"));
  CHECK(forbids(guards, "monday", "boxing day"));
  CHECK_FALSE(forbids(guards, "boxing day", "the boxing day"));
  CHECK(forbids(guards, "monday", "soon"));
}

TEST_CASE("a guard of prefixes: no word turns into another with one") {
  const Guards guards("prefix\tnegation\twords\tun\nprefix\tnegation\twords\tnon-\n");
  CHECK(forbids(guards, "happy man", "unhappy man"));
  CHECK(forbids(guards, "an unhappy man", "a happy man"));
  CHECK(forbids(guards, "fiction", "non-fiction"));
  CHECK(forbids(guards, "fit", "unfit"));
  CHECK_FALSE(forbids(guards, "unhappy", "sad"));
  CHECK_FALSE(forbids(guards, "happy", "under happy"));
  CHECK_FALSE(forbids(guards, "unhappy", "unhappy one"));
  CHECK_FALSE(forbids(guards, "to", "unto"));  // what is left is too short to tell
  CHECK_FALSE(forbids(guards, "happy", "nonhappy"));
}

TEST_CASE("phrases that say the same are not compared") {
  const Guards guards(
      "count\tnegation\twords\tnot\ncount\tnegation\twords\tunable\n"
      "match\tquantity\tmore\tmore\nmatch\tquantity\tmore\tfurther\n"
      "prefix\tnegation\twords\tun\n"
      "equal\tnegation\tunable\tunable to\nequal\tnegation\tunable\tnot able to\n"
      "equal\tquantity\tover\tmore than\nequal\tquantity\tover\tover\n"
      "equal\tnumber\ttwelve\ttwelve\nequal\tnumber\ttwelve\t12\n"
      "equal\tquantity\ttwelve\ta dozen\n");
  CHECK_FALSE(forbids(guards, "is unable to", "is not able to"));
  CHECK_FALSE(forbids(guards, "not able to", "unable to"));
  CHECK(forbids(guards, "unable to", "able to"));  // only one side has the class
  CHECK(forbids(guards, "not unable to", "not able to"));
  CHECK(forbids(guards, "unable", "not able"));  // half of a phrase
  CHECK_FALSE(forbids(guards, "more than", "over"));
  CHECK_FALSE(forbids(guards, "over", "more than"));
  CHECK(forbids(guards, "more than", "than"));
  CHECK(forbids(guards, "more than", "over more"));  // what is left is compared
  CHECK(forbids(guards, "more than more than", "over"));
  CHECK_FALSE(forbids(guards, "more than more than", "over over"));
  CHECK_FALSE(forbids(guards, "twelve days", "12 days"));
  CHECK(forbids(guards, "twelve days", "13 days"));
  CHECK(forbids(guards, "twelve of 13", "12"));
  CHECK(forbids(guards, "12", "a dozen"));  // classes of two groups are two
}

TEST_CASE("a phrase may say the same as those of several classes") {
  const Guards guards(
      "match\tquantity\tsome\tcertain\n"
      "equal\tquantity\tcertain\tcertain\nequal\tquantity\tcertain\tparticular\n"
      "equal\tquantity\tsure\tcertain\nequal\tquantity\tsure\tsure\n");
  CHECK_FALSE(forbids(guards, "certain", "particular"));
  CHECK_FALSE(forbids(guards, "certain", "sure"));
  CHECK_FALSE(forbids(guards, "sure", "certain"));
  CHECK(forbids(guards, "certain", "great"));
  CHECK_FALSE(forbids(guards, "certain of certain", "particular of sure"));
  CHECK(forbids(guards, "certain of certain", "sure of great"));
}

TEST_CASE("numbers in digits neither come nor go") {
  const Guards guards("");
  CHECK(forbids(guards, "in 10 days", "in ten days"));
  CHECK(forbids(guards, "in ten days", "in 10 days"));
  CHECK(forbids(guards, "10 of 20", "10"));
  CHECK_FALSE(forbids(guards, "10 of 20", "20 and 10"));
  CHECK(forbids(guards, "mp", "mp3"));
  CHECK_FALSE(forbids(guards, "big", "large"));
}

TEST_CASE("names do not come") {
  text::CasingCounter counter;
  for (int i = 0; i < 3; ++i) counter.add("Then the friend of Mary saw that I and I'm at home");
  const text::Casing casing(counter.forms());
  const Guards guards("");
  CHECK(forbids(guards, "friend", "mary", &casing));
  CHECK(forbids(guards, "friend", "friend of mary", &casing));
  CHECK_FALSE(forbids(guards, "friend", "mary"));
  CHECK_FALSE(forbids(guards, "mary", "mary 's", &casing));
  CHECK_FALSE(forbids(guards, "mary", "friend", &casing));  // but they may go
  CHECK_FALSE(forbids(guards, "me", "i", &casing));
  CHECK_FALSE(forbids(guards, "me", "i'm", &casing));
  CHECK_FALSE(forbids(guards, "house", "home", &casing));
}

TEST_CASE("each unit is judged by itself, and rows say which") {
  const Guards guards("count\tnegation\tx\tnot\n\nprefix\tnegation\tx\tun\n");
  const Units units = units_of({{"a", "not a"}, {"a", "b"}, {"even", "uneven"}, {"not", "not b"}});
  const std::vector<std::int64_t> rows{3, 2, 1, 0, 0};
  CHECK(guards.forbid(units, rows, nullptr) == std::vector<std::uint8_t>{0, 1, 0, 1, 1});
  CHECK(guards.forbid(units, {}, nullptr).empty());
  for (const std::int64_t row : {std::int64_t{-1}, std::int64_t{4}})
    CHECK_THROWS_AS(guards.forbid(units, {&row, 1}, nullptr), Error);
}

TEST_CASE("broken guards are refused, with the number of the line") {
  const auto message = [](const std::string& line) -> std::string {
    const std::string lines = "count\tnegation\twords\tnot\n\n" + line;
    try {
      const Guards guards(lines);
    } catch (const FormatError& error) {
      return error.what();
    }
    return "";
  };
  const std::string fields =
      "line 3 of the guards: it must have four fields with tabs between them";
  for (const char* line : {"count", "count\tperson", "count\tperson\twords", "\t\t",
                           "count\tperson\twords\tnot\t", "count\tperson\twords\tnot\tmore\n"})
    CHECK(message(line) == fields);
  CHECK(message("some\tperson\twords\tnot") ==
        "line 3 of the guards: there is no kind of guard 'some'");
  CHECK(message("\tperson\twords\tnot\n") == "line 3 of the guards: there is no kind of guard ''");
  for (const char* line : {"match\tperson\twords\t", "match\tperson\twords\t  \n", "prefix\t\t\t"})
    CHECK(message(line) == "line 3 of the guards: the phrase is empty");
  CHECK(message("match\tnegation\twords\tno") ==
        "line 3 of the guards: a group must be of one kind");
  std::string groups, classes;
  for (std::size_t i = 1; i < Guards::kMostGroups; ++i)
    groups += "match\tgroup" + std::to_string(i) + "\tclass\tword\n";
  CHECK(message(groups).empty());
  CHECK(message(groups + "match\tone more\tclass\tword\n") ==
        "line 18 of the guards: there are too many groups");
  CHECK(message(groups + "prefix\tone more\tclass\tword\n").empty());
  for (std::size_t i = 0; i < Guards::kMostClasses; ++i)
    classes += "match\tgroup\tclass" + std::to_string(i) + "\tword\n";
  CHECK(message(classes).empty());
  CHECK(message(classes + "match\tgroup\tclass0\tother\n").empty());
  CHECK(message(classes + "match\tgroup\tone more\tword\n") ==
        "line 35 of the guards: a group has too many classes");
}

TEST_CASE("the last class of many is told apart from the first") {
  std::string lines;
  for (std::size_t i = 0; i < Guards::kMostClasses; ++i)
    lines += "match\tgroup\tclass" + std::to_string(i) + "\tword-" + std::string(i + 1, 'x') + "\n";
  const Guards guards(lines);
  const std::string last = "word-" + std::string(Guards::kMostClasses, 'x');
  CHECK_FALSE(forbids(guards, last, "the " + last));
  CHECK(forbids(guards, last, "word-x"));
}

}  // namespace ow::context
