#include "phrases/likeness.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "phrases/signature.h"

namespace ow {
namespace {

Knowledge english() {
  Knowledge knowledge;
  const auto add = [&](std::string_view word, std::string_view lemma,
                       std::vector<std::string_view> tags, bool functional = false) {
    knowledge.add_word(word, {.functional = functional,
                              .personal = word == "his" || word == "its",
                              .classes = classes_of(tags),
                              .lemmas = {std::string(lemma)}});
  };
  for (const std::string_view word : {"the", "a", "his", "its"}) add(word, word, {"DT"}, true);
  for (const std::string_view word : {"of", "in", "into", "at"}) add(word, word, {"IN"}, true);
  add("to", "to", {"TO"}, true);
  add("house", "house", {"NN", "VB", "VBP"});
  add("houses", "house", {"NNS", "VBZ"});
  add("home", "home", {"NN"});
  add("homes", "home", {"NNS"});
  add("present", "present", {"NN", "JJ"});
  add("now", "now", {"RB"});
  add("account", "account", {"NN"});
  add("takes", "take", {"VBZ", "NNS"});
  add("considers", "consider", {"VBZ"});
  add("consider", "consider", {"VB", "VBP"});
  add("considered", "consider", {"VBD", "VBN"});
  knowledge.add_sense("house", 1);
  knowledge.add_sense("home", 1);
  knowledge.add_sense("home", 2);
  knowledge.add_sense("building", 3);
  knowledge.add_sense("cold", 4);
  knowledge.add_sense("warm", 5);
  knowledge.add_sense("take into account", 6);
  knowledge.add_sense("consider", 6);
  knowledge.relate(3, 1);
  knowledge.oppose(4, 5);
  return knowledge;
}

Likenesses compare(std::string_view source, std::string_view target) {
  Texts sources, targets;
  sources.add(source);
  targets.add(target);
  return compare_phrases(sources.view(), targets.view(), english(), 1);
}

float value(const Likenesses& found, std::string_view name) {
  const auto place = std::find(kLikenesses.begin(), kLikenesses.end(), name);
  REQUIRE(place != kLikenesses.end());
  return found.values.at(static_cast<std::size_t>(place - kLikenesses.begin()));
}

TEST_CASE("what is removed and added is counted around the words in common") {
  const Likenesses found = compare("the size of houses", "a size homes");
  CHECK(value(found, "common") == 1);
  CHECK(value(found, "removed") == 3);
  CHECK(value(found, "added") == 2);
  CHECK(value(found, "length_change") == 1);
  CHECK(value(found, "content_removed") == 1);
  CHECK(value(found, "content_added") == 1);
  CHECK(value(found, "functional_removed") == 2);
  CHECK(value(found, "functional_added") == 1);
  CHECK(value(found, "one_for_one") == 0);
  CHECK(value(compare("house", "home"), "one_for_one") == 1);
  CHECK(value(compare("house", "the house"), "only_added") == 1);
  CHECK(value(compare("the house", "house"), "only_removed") == 1);
  CHECK(value(compare("his house", "its"), "personal") == 1);
  CHECK(value(compare("the house", "a"), "personal") == 0);
}

TEST_CASE("spelling is compared by edit distance, beginnings and lemmas") {
  CHECK(value(compare("house", "houses"), "spelling") == doctest::Approx(1 - 1.0 / 6));
  CHECK(value(compare("house", "home"), "changed_spelling") == doctest::Approx(0.6));
  CHECK(value(compare("house", "houses"), "inflected") == 1);
  CHECK(value(compare("house", "homes"), "inflected") == 0);
  CHECK(value(compare("old houses", "house"), "lemmas") == 1);
  CHECK(value(compare("nationally", "nationality"), "stems") == 1);
}

TEST_CASE("senses are those of lemmas, of the phrases or of what changes") {
  const Likenesses same = compare("houses old", "old homes");
  CHECK(value(same, "known") == 1);
  CHECK(value(same, "synonyms") == 1);
  CHECK(value(same, "senses_shared") == 1);  // of one sense of `house`
  CHECK(value(same, "unrelated") == 0);
  CHECK(value(compare("houses", "building"), "related") == 1);
  CHECK(value(compare("house", "cold"), "unrelated") == 1);
  CHECK(value(compare("house", "thing"), "known") == 0);
  CHECK(value(compare("takes into account", "considers"), "synonyms") == 1);
  CHECK(compare("warm", "cold").opposite[0]);
  CHECK_FALSE(same.opposite[0]);
}

TEST_CASE("phrases of other kinds or forms are seen") {
  CHECK(compare("houses", "home").disagrees[0]);
  CHECK_FALSE(compare("house", "home").disagrees[0]);
  CHECK(compare("the house", "home").disagrees[0]);
  CHECK(compare("consider", "considered").disagrees[0]);
  CHECK(compare("takes into account", "consider").disagrees[0]);
  CHECK_FALSE(compare("takes into account", "considers").disagrees[0]);
  CHECK_FALSE(compare("at present", "now").disagrees[0]);
  CHECK(compare("at present", "present").disagrees[0]);
  CHECK_FALSE(compare("house", "zyx").disagrees[0]);  // unknown words pass for nouns
  CHECK(compare("house", "n't").disagrees[0]);        // whatever stands before it
  CHECK(compare("house", "n’t").disagrees[0]);
  CHECK_FALSE(compare("not", "n't").disagrees[0]);
  CHECK(compare("the house", "a home").disagrees[0]);
  CHECK(compare("a house", "this home").disagrees[0]);
  CHECK_FALSE(compare("his house", "the home").disagrees[0]);
}

TEST_CASE("what begins or ends alike says no more than the rest") {
  CHECK(compare("the old house", "the home").redundant[0]);
  CHECK(compare("old house", "big house").redundant[0]);
  CHECK_FALSE(compare("the old house", "the").redundant[0]);
  CHECK_FALSE(compare("a house", "the home").redundant[0]);
}

TEST_CASE("any number of threads gives the same") {
  Texts sources, targets;
  for (int i = 0; i < 40000; ++i) {
    sources.add(i % 3 ? "the old houses" : "takes into account");
    targets.add(i % 2 ? "homes" : "consider");
  }
  const Likenesses one = compare_phrases(sources.view(), targets.view(), english(), 1);
  const Likenesses three = compare_phrases(sources.view(), targets.view(), english(), 3);
  CHECK(one.values == three.values);
  CHECK(one.disagrees == three.disagrees);
  CHECK(one.values.size() == 40000 * kLikenesses.size());
}

}  // namespace
}  // namespace ow
