#include <doctest/doctest.h>

#include <span>
#include <string>

#include "base/error.h"
#include "files.h"
#include "text/casing.h"
#include "text/lines.h"
#include "text/seen.h"
#include "text/tokeniser.h"

using namespace ow;

namespace {

std::string cut(std::string_view text, std::string_view language = "en") {
  text::Tokeniser tokeniser(text::rules_for(language));
  std::string result;
  for (const text::Span token : tokeniser.tokens(text)) {
    const text::Span bytes = tokeniser.bytes(token);
    if (!result.empty()) result += " ";
    result += text.substr(bytes.begin, bytes.end - bytes.begin);
  }
  return result;
}

}  // namespace

TEST_CASE("English words are cut as treebanks have them") {
  CHECK(cut("Don't you think they'd've gone?") == "Do n't you think they 'd 've gone ?");
  CHECK(cut("I CAN'T, John's can’t, the students' cannot") ==
        "I CA N'T , John 's ca n’t , the students ' can not");
  CHECK(cut("Mr. Smith (of the U.S.) paid $5.50, i.e. 10% more.") ==
        "Mr. Smith ( of the U.S. ) paid $ 5.50 , i.e. 10 % more .");
  CHECK(cut("long-term co-operation in 2005-2006 and F-16s") ==
        "long - term co - operation in 2005 - 2006 and F-16s");
  CHECK(cut("He left at 10am... or 6:30p.m.") == "He left at 10 am ... or 6:30 p.m.");
  CHECK(cut("5km, 30°C and 2GB") == "5 km , 30 ° C and 2 GB");
  CHECK(cut("“Rock'n'roll,” she said—'twas 'em.") == "“ Rock'n'roll , ” she said — 't was 'em .");
  CHECK(cut("dont gonna its hell wed") == "do nt gon na its hell wed");
}

TEST_CASE("A full stop stays with what it abbreviates, not with the last word") {
  CHECK(cut("J. Smith got an A.") == "J. Smith got an A .");
  CHECK(cut("the U.S.-based Corp. vs. Inc.") == "the U.S. - based Corp. vs. Inc.");
  CHECK(cut("the end.The next") == "the end . The next");
  CHECK(cut("Mr.Smith") == "Mr. Smith");
}

TEST_CASE("Addresses, faces and icons stay whole") {
  CHECK(cut("See www.example.org/a--b, http://x.org/?q=1 or me@x.org.") ==
        "See www.example.org/a--b , http://x.org/?q=1 or me@x.org .");
  CHECK(cut("Fine:) :-( <3 (page 8)") == "Fine :) :-( <3 ( page 8 )");
  CHECK(cut("ok\U0001F44D\U0001F3FDgo \U0001F468\u200D\U0001F469!") ==
        "ok \U0001F44D\U0001F3FD go \U0001F468\u200D\U0001F469 !");
  CHECK(cut("What?!?! *** -- no") == "What ?!?! *** -- no");
}

TEST_CASE("Other languages have rules of their own") {
  CHECK(cut("L'homme d’aujourd’hui dit-il: va-t-il?", "fr") ==
        "L' homme d’ aujourd’hui dit -il : va -t -il ?");
  CHECK(cut("Am 3. Mai z.B. in Nord-Korea.", "de") == "Am 3. Mai z.B. in Nord-Korea .");
  CHECK(cut("¿Qué? ¡Sr. López!", "es") == "¿ Qué ? ¡ Sr. López !");
  CHECK(cut("l'amico, un po' tardi", "it") == "l' amico , un po' tardi");
  CHECK(cut("don't", "pl") == "don't");
}

TEST_CASE("White space and broken bytes are never lost or made up") {
  CHECK(cut("") == "");
  CHECK(cut(" \t\n\u00A0\u200B") == "");
  CHECK(cut("a\u00A0b\u2028c") == "a b c");
  CHECK(cut("\xFF\xC3(\xE2\x82") == "\xFF\xC3(\xE2\x82");
  const std::string_view controls("a\0b", 3);
  CHECK(cut(controls) == "a b");
}

TEST_CASE("Lines come in order, in lower case if asked for, whatever the threads") {
  std::vector<std::string> texts;
  for (int i = 0; i < 5000; ++i) texts.push_back("Line " + std::to_string(i) + " ÉTÉ!");
  const std::vector<std::string_view> lines(texts.begin(), texts.end());
  const auto one = text::tokenise_lines(lines, text::rules_for("en"), true, 1);
  CHECK(one[4321] == "line 4321 été !");
  CHECK(one == text::tokenise_lines(lines, text::rules_for("en"), true, 4));
  CHECK(text::tokenise_lines(lines, text::rules_for("en"), false, 3)[0] == "Line 0 ÉTÉ !");
}

TEST_CASE("Pairs are seen once, in their direction") {
  text::SeenPairs seen;
  for (int i = 0; i < 3000; ++i) CHECK(seen.add(std::to_string(i), "x"));
  CHECK_FALSE(seen.add("17", "x"));
  CHECK(seen.add("x", "17"));
  CHECK(seen.size() == 3001);
}

TEST_CASE("Casing statistics are kept in a file") {
  const tests::TemporaryFolder folder;
  const text::CasingCounter::Form forms[] = {
      {"Paris", 3}, {"PARIS", 1}, {"us", 4}, {"US", 4}, {"Łódź", 1}};
  text::Casing(forms).write(folder.file("casing"));
  const text::Casing casing(folder.file("casing"));
  CHECK(casing.size() == 2);
  CHECK(casing.form_of("paris") == "Paris");
  CHECK(casing.form_of("łódź") == "Łódź");
  CHECK(casing.form_of("us") == "us");
  CHECK_FALSE(casing.form_of("rome").has_value());
  const std::string good = tests::read_file(folder.file("casing"));
  for (const std::size_t at : {std::size_t{2}, std::size_t{2100}, good.size() - 1}) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    tests::write_file(folder.file("bad"), bad);
    CHECK_THROWS_AS(text::Casing(folder.file("bad")), FormatError);
  }
  text::Casing(std::span<const text::CasingCounter::Form>{}).write(folder.file("empty"));
  CHECK(text::Casing(folder.file("empty")).size() == 0);
}

TEST_CASE("Words that often are in lower case are no names") {
  const text::CasingCounter::Form forms[] = {{"Bush", 96}, {"bush", 4}, {"Act", 95},
                                             {"act", 5},   {"NATO", 9}, {"Nato", 9}};
  const text::Casing casing(forms);
  CHECK(casing.form_of("bush") == "Bush");
  CHECK(casing.form_of("act") == "act");
  CHECK(casing.form_of("nato") == "Nato");
}

TEST_CASE("Casing is counted where it tells something") {
  text::CasingCounter counter;
  counter.add("The House met Mrs Smith . Then the House rose .");
  counter.add("ALL OF THIS IS SHOUTED .");
  std::string found;
  for (const auto& [form, count] : counter.forms())
    found += std::string(form) + "=" + std::to_string(count) + " ";
  CHECK(found == "House=2 Mrs=1 Smith=1 met=1 rose=1 the=1 ");
}
