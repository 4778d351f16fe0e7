#include "text/surface.h"

#include <doctest/doctest.h>

#include <string>

#include "base/error.h"
#include "text/articles.h"

using namespace ow;

namespace {

text::Casing small_casing() {
  const text::CasingCounter::Form forms[] = {{"London", 3}, {"NATO", 3}, {"MP", 3},   {"the", 3},
                                             {"very", 3},   {"bush", 3}, {"Bush", 90}};
  return text::Casing(forms);
}

/// The text with replacements.
std::string write(std::string_view source, std::vector<text::Replacement> replacements,
                  std::string_view language = "en") {
  static const text::Casing casing = small_casing();
  text::Tokeniser tokeniser(text::rules_for(language));
  const std::vector<text::Span> tokens = tokeniser.tokens(source);
  text::Surface surface(text::rules_for(language), &casing);
  std::uint32_t end = 0;
  for (const text::Edit& edit : surface.edits(source, tokens, replacements)) {
    CHECK(edit.span.begin >= end);
    end = edit.span.end;
  }
  return surface.written();
}

}  // namespace

TEST_CASE("Nothing but the replaced tokens changes") {
  CHECK(write("He  said:\t“go”\n ok.", {{1, 2, "told us"}}) == "He  told us:\t“go”\n ok.");
  CHECK(write("a big\nold dog", {{1, 3, "large and old"}}) == "a large\nand old dog");
  CHECK(write("x y", {}) == "x y");
}

TEST_CASE("A capital that a place demands goes to the word that is there now") {
  CHECK(write("Big dogs bark.", {{0, 1, "large"}}) == "Large dogs bark.");
  CHECK(write("However, it rains.", {{0, 1, ""}}) == "It rains.");
  CHECK(write("The man saw bush .", {{0, 2, "bush and the man"}}) == "Bush and the man saw bush .");
  CHECK(write("Then I left.", {{0, 2, "i then"}}) == "I then left.");
  CHECK(write("He said: \"Big dogs.\" Small cats.", {{4, 5, "large"}, {8, 9, "little"}}) ==
        "He said: \"Large dogs.\" Little cats.");
  CHECK(write("big dogs", {{0, 1, "large"}}) == "large dogs");
  CHECK(write("(Big dogs)", {{1, 2, "large"}}) == "(Large dogs)");
  CHECK(write("5 Dogs", {{0, 1, "five"}}) == "five Dogs");
}

TEST_CASE("Capitals follow those of the source, and names have theirs") {
  CHECK(write("THIS IS BIG", {{2, 3, "very large"}}) == "THIS IS VERY LARGE");
  CHECK(write("It is VERY big.", {{2, 3, "really"}}) == "It is REALLY big.");
  CHECK(write("The NATO chief.", {{1, 2, "alliance"}}) == "The alliance chief.");
  CHECK(write("a U.S. and UK citizen", {{1, 2, "american"}, {3, 4, "british"}}) ==
        "an american and british citizen");
  CHECK(write("the Head of Government", {{1, 4, "leader of the country"}}) ==
        "the Leader of the Country");
  CHECK(write("he went to the capital", {{3, 5, "london"}}) == "he went to London");
  CHECK(write("the European McDonald's shop", {{1, 5, "shop of european mcdonald"}}) ==
        "the shop of European McDonald");
  CHECK(write("Senate Takes Matter Into Full Consideration", {{1, 2, "picks up"}}) ==
        "Senate Picks Up Matter Into Full Consideration");
}

TEST_CASE("Articles follow the sound of the next word") {
  CHECK(write("a big house", {{1, 2, "enormous"}}) == "an enormous house");
  CHECK(write("An old (big) man", {{1, 2, "big"}}) == "A big (big) man");
  CHECK(write("a very honest man", {{1, 2, ""}}) == "an honest man");
  CHECK(write("a “big” man", {{2, 3, "open"}}) == "an “open” man");
  CHECK(write("a deputy, an an", {{1, 2, "mp"}}) == "an MP, an an");
  CHECK(write("A BIG HOUSE", {{1, 2, "old"}}) == "AN OLD HOUSE");
  CHECK(write("vitamin A helps", {{2, 3, "aids"}}) == "vitamin A aids");
  CHECK(write("one dog", {{0, 1, "an"}}) == "a dog");
  CHECK(write("a grand egg", {{1, 2, "good"}}) == "a good egg");
}

TEST_CASE("The sound of words") {
  text::Characters buffer;
  for (const char* word :
       {"hour",  "honest", "heir",    "MP",           "FBI",    "X-ray",    "8",
        "11",    "18th",   "1800",    "EU-wide",      "MP’s",   "umbrella", "unimportant",
        "élite", "EU",     "onerous", "NGO",          "apple",  "A",        "11,000",
        "SMS",   "e-mail", "Yvonne",  "unidentified", "urgent", "usher"})
    CHECK_MESSAGE(text::takes_an(word, false, buffer), word);
  for (const char* word :
       {"university", "European", "one",     "one-way", "once",      "US",    "UK",
        "NATO",       "UN-led",   "EUR",     "house",   "use",       "unit",  "110",
        "1",          "useful",   "uranium", "ewe",     "U-turn",    "yes",   "union",
        "utopia",     "historic", "180",     "UN",      "unanimous", "eulogy"})
    CHECK_MESSAGE(!text::takes_an(word, false, buffer), word);
  CHECK_FALSE(text::takes_an("MAN", true, buffer));
}

TEST_CASE("Words are written together as their language does it") {
  CHECK(write("I do not go.", {{1, 3, "do n't"}}) == "I don't go.");
  CHECK(write("I do not go.", {{2, 3, "n't"}}) == "I don't go.");
  CHECK(write("I don't go.", {{2, 3, "not"}}) == "I do not go.");
  CHECK(write("I cannot go.", {{2, 3, "never"}}) == "I can never go.");
  CHECK(write("I never go.", {{1, 2, "can not"}}) == "I cannot go.");
  CHECK(write("the car of john", {{0, 4, "john 's car"}}) == "john's car");
  CHECK(write("so he left", {{0, 1, "well ,"}}) == "well, he left");
  CHECK(write("a durable plan", {{1, 2, "long - term"}}) == "a long-term plan");
  CHECK(write("he (John) left", {{1, 4, "( \" jack \" )"}}) == "he (\"Jack\") left");
  CHECK(write("le grand chat", {{0, 2, "l' autre"}}, "fr") == "l'autre chat");
  CHECK(write("il vient", {{0, 2, "vient -il"}}, "fr") == "vient-il");
  CHECK(write("l'homme", {{0, 1, "le"}}, "fr") == "le homme");
}

TEST_CASE("Deletions leave no spaces, and no commas that set them off") {
  CHECK(write("a very big dog", {{1, 2, ""}}) == "a big dog");
  CHECK(write("go now.", {{1, 2, ""}}) == "go.");
  CHECK(write("(very big)", {{1, 2, ""}}) == "(big)");
  CHECK(write("I don't go", {{2, 3, ""}}) == "I do go");
  CHECK(write("It is, however, good.", {{3, 4, ""}}) == "It is good.");
  CHECK(write("I came, too.", {{3, 4, ""}}) == "I came.");
  CHECK(write("a b c d", {{0, 1, ""}, {1, 2, ""}, {3, 4, ""}}) == "c");
  CHECK(write("a b c d", {{1, 2, ""}, {2, 3, ""}}) == "a d");
  CHECK(write(" all gone ", {{0, 2, ""}}) == "  ");
  CHECK(write("one two\nthree", {{1, 2, ""}}) == "one\nthree");
}

TEST_CASE("Scripts without spaces get none, others keep their marks") {
  CHECK(write("我们去北京", {{0, 1, "他们 都"}}, "xx") == "他们都");
  CHECK(write("שלום עולם", {{1, 2, "לכולם"}}, "he") == "שלום לכולם");
  CHECK(write("e\u0301te\u0301 \U0001F44D ok", {{2, 3, "fine"}}) ==
        "e\u0301te\u0301 \U0001F44D fine");
}

TEST_CASE("What does not fit is refused") {
  text::Surface surface(text::rules_for("en"), nullptr);
  const std::vector<text::Span> tokens = {{0, 1}, {2, 3}};
  using Replacements = std::vector<text::Replacement>;
  CHECK_THROWS_AS(surface.edits("a b", tokens, Replacements{{0, 3, "x"}}), Error);
  CHECK_THROWS_AS(surface.edits("a b", tokens, Replacements{{1, 1, "x"}}), Error);
  CHECK_THROWS_AS(surface.edits("a b", tokens, Replacements{{1, 2, "x"}, {0, 1, "x"}}), Error);
  CHECK_THROWS_AS(surface.edits("a", tokens, Replacements{{0, 1, "x"}}), Error);
}

TEST_CASE("What is carried along is written as it was") {
  const text::Casing casing = small_casing();
  const auto carry = [&](std::string_view source, std::uint32_t begin, std::uint32_t end,
                         std::string_view words, std::vector<std::int32_t> tokens,
                         std::vector<std::uint8_t> is_protected = {}, bool with_casing = true) {
    text::Tokeniser tokeniser(text::rules_for("en"));
    const std::vector<text::Span> cut = tokeniser.tokens(source);
    text::Surface surface(text::rules_for("en"), with_casing ? &casing : nullptr);
    const text::Replacement replacement{begin, end, words, tokens};
    surface.edits(source, cut, {&replacement, 1}, is_protected);
    return surface.written();
  };
  CHECK(carry("to take McKay's\tBIG\u00a0 dog along", 1, 6, "see mckay 's big dog",
              {-1, 2, 3, 4, 5}) == "to see McKay's\tBIG\u00a0 dog along");
  CHECK(carry("see dogs and cats", 1, 4, "cats or dogs", {3, -1, 1}) == "see cats or dogs");
  // Capitals of the first place are lost by words that are known to have none.
  CHECK(carry("The dog's bone", 0, 4, "bone of the dog", {3, -1, 0, 1}) == "Bone of the dog");
  CHECK(carry("Bush's bone", 0, 3, "the bone of bush", {-1, 2, -1, 0}) == "The bone of Bush");
  CHECK(carry("Zorro's bone", 0, 3, "the bone of zorro", {-1, 2, -1, 0}) == "The bone of Zorro");
  CHECK(carry("Very's bone", 0, 3, "the bone of very", {-1, 2, -1, 0}) == "The bone of very");
  CHECK(carry("Very's bone", 0, 3, "the bone of very", {-1, 2, -1, 0}, {1, 0, 0}) ==
        "The bone of Very");
  CHECK(carry("Growth of Bush slowed", 0, 3, "bush 's growth", {2, -1, -1}) ==
        "Bush's growth slowed");
  CHECK(carry("Growth of Bush Is Very Big", 0, 3, "bush 's growth", {2, -1, -1}) ==
        "Bush's Growth Is Very Big");
  CHECK(carry("SEE THE BIG DOG NOW", 1, 4, "dog of dogs", {3, -1, -1}) == "SEE DOG OF DOGS NOW");
  // So do articles, even where nothing is known of any word.
  CHECK(carry("The dog's bone", 0, 4, "bone of the dog", {3, -1, 0, 1}, {}, false) ==
        "Bone of the dog");
  CHECK(carry("Zorro's bone", 0, 3, "bone of zorro", {2, -1, 0}, {}, false) == "Bone of Zorro");
  // The first place demands no capital of addresses and the like.
  CHECK(carry("The dog of a@b.de", 0, 4, "a@b.de 's dog", {3, -1, 1}, {0, 0, 0, 1}) ==
        "a@b.de's dog");
  CHECK(carry("The dog of cats", 0, 4, "cats 's dog", {3, -1, 1}, {0, 0, 0, 1}) == "Cats's dog");
  // An article follows its new neighbour, and stays beside its old one.
  CHECK(carry("had an idea", 0, 3, "got an notion", {-1, 1, -1}) == "got a notion");
  CHECK(carry("had an hotel", 0, 3, "got an hotel", {-1, 1, 2}) == "got an hotel");
  // A line break that is carried along is not there twice.
  CHECK(carry("had a\nbig idea", 0, 4, "got a big notion", {-1, 1, 2, -1}) == "got a\nbig notion");
  CHECK(carry("had\na big idea", 0, 4, "got a big notion", {-1, 1, 2, -1}) == "got\na big notion");
  CHECK_THROWS_AS(carry("a b", 0, 1, "x", {1}), Error);
  CHECK_THROWS_AS(carry("a b", 0, 1, "x", {-2}), Error);
  CHECK_THROWS_AS(carry("a b", 0, 1, "x", {0, 0}), Error);
  CHECK_THROWS_AS(carry("a b", 0, 1, "x", {0}, {0}), Error);
}
