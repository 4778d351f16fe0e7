#include "phrases/features.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace ow {
namespace {

WordClasses english() {
  WordClasses classes;
  for (const char* word : {"the", "of", "to", "before", "not"}) classes.add_functional(word);
  classes.add_negation("not");
  classes.add_opposite("big", "small");
  classes.add_opposite("big", "little");
  classes.add_opposite("big", "small");
  classes.add_opposite("before", "after");
  return classes;
}

PhraseFeatures describe(std::initializer_list<std::string_view> phrases, unsigned threads = 1) {
  Texts texts;
  for (const std::string_view phrase : phrases) texts.add(phrase);
  return describe_phrases(texts.view(), english(), threads);
}

std::int64_t hash(std::string_view words) {
  return static_cast<std::int64_t>(hash_word(words));
}

TEST_CASE("hashes of phrases are those of their parts in lower case") {
  const PhraseFeatures found = describe({"The Size of 3 , 14 houses !"});
  CHECK(found.folded[0] == hash("the size of 3 , 14 houses !"));
  CHECK(found.content[0] == hash("size 3 14 houses"));
  CHECK(found.numbers[0] == hash("3 14"));
  CHECK(found.punctuation[0] == hash(", !"));
  CHECK(found.length[0] == 8);
  CHECK(found.negations[0] == 0);
  CHECK_FALSE(found.functional[0]);
}

TEST_CASE("a phrase of function words and punctuation has no content") {
  const PhraseFeatures found = describe({"of the ,", "not to", "of it"});
  CHECK(found.functional == std::vector<std::uint8_t>{1, 1, 0});
  CHECK(found.content[0] == hash(""));
  CHECK(found.negations == std::vector<std::int32_t>{0, 1, 0});
}

TEST_CASE("quotes and brackets need their partners, in order") {
  const PhraseFeatures found = describe(
      {"( a )", "( a", "a )", "( [ a ) ]", "\" a \"", "\" a", "“ a ”", "he ’s", "`` a ''"});
  CHECK(found.unbalanced == std::vector<std::uint8_t>{0, 1, 1, 1, 0, 1, 0, 0, 0});
}

TEST_CASE("each way to say the opposite is told once, by its sense") {
  const PhraseFeatures found = describe({"a house", "the big house", "before the big big"});
  // a word with an opposite makes sense, even if it is a function word
  CHECK(found.sense[2] == hash("before big big"));
  CHECK(found.content[2] == hash("big big"));
  CHECK(found.opposite_row == std::vector<std::int64_t>{1, 1, 2, 2, 2, 2, 2});
  const std::vector<std::int64_t> one(found.opposite_sense.begin(),
                                      found.opposite_sense.begin() + 2);
  CHECK(std::is_permutation(one.begin(), one.end(),
                            std::vector{hash("small house"), hash("little house")}.begin()));
}

TEST_CASE("features do not depend on the number of threads") {
  Texts texts;
  for (int i = 0; i < 100000; ++i) texts.add("the big " + std::to_string(i));
  const PhraseFeatures one = describe_phrases(texts.view(), english(), 1);
  const PhraseFeatures two = describe_phrases(texts.view(), english(), 2);
  CHECK(one.content == two.content);
  CHECK(one.opposite_row == two.opposite_row);
  CHECK(one.opposite_row.back() == 99999);
}

}  // namespace
}  // namespace ow
