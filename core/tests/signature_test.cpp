#include "phrases/signature.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/lines.h"
#include "extract/signatures.h"

namespace ow {
namespace {

std::string signature(std::string_view tags, Detail detail = Detail::kFine) {
  std::vector<std::string_view> each;
  split_words(tags, each);
  return signature_of(classes_of(each), detail);
}

Texts texts(std::initializer_list<std::string_view> lines) {
  Texts result;
  for (const std::string_view line : lines) result.add(line);
  return result;
}

TEST_CASE("phrases of one kind have one signature, whatever their length") {
  const struct {
    std::string_view one, other, expected;
  } cases[] = {
      {"IN NN IN", "IN", "IN"},                  // in spite of, despite
      {"IN DT NN IN", "IN NN IN", "IN"},         // on the basis of, with regard to
      {"IN DT JJ NN", "RB", "RB"},               // at the same time, simultaneously
      {"IN NN TO", "TO", "TO"},                  // in order to, to
      {"VB IN NN", "VB", "VB"},                  // take into account, consider
      {"VBZ NN", "VBZ", "VBZ"},                  // takes place, happens
      {"VBZ VBN", "VBZ VBG", "VBZ"},             // has gone, is going
      {"VBZ RB JJ", "VBZ", "VBZ"},               // is very important, matters
      {"DT NN POS NN", "DT NN IN DT NN", "NP"},  // the president 's house, the house of the …
      {"RB JJ NNS", "NNS", "NNS"},               // very old houses, ruins
      {"NN CC NN", "NNPS", "NNS"},               // France and Germany, …
      {"PRP MD VB TO", "PRP VBP TO", "PRP+MD"},  // i would like to, i want to
      {"PRP VBZ TO", "PRP MD", "PRP+MD"},        // he has to, he must
      {"MD RB VB", "MD VB", "MDVB"},             // will soon go, will go
      {"TO VB NNS", "TO VB", "INF"},             // to buy houses, to buy
  };
  for (const auto& each : cases) {
    CHECK(signature(each.one) == each.expected);
    CHECK(signature(each.other) == each.expected);
  }
}

TEST_CASE("loose ends stay, and so do number and tense") {
  CHECK(signature("IN DT JJ") == "IN+DT+JJ");  // at the same
  CHECK(signature("NN TO") == "NN+TO");        // order to
  CHECK(signature("JJ TO") == "JJ+TO");        // important to
  CHECK(signature("DT NN IN") == "NP+IN");     // the majority of
  CHECK(signature("VBZ IN") == "VBZ+IN");      // depends on
  CHECK(signature("NN") != signature("NNS"));
  CHECK(signature("VBZ") != signature("VBD"));
  CHECK(signature("NN , ``") == "NN+X+X");
  CHECK(signature("") == "");
}

TEST_CASE("coarse signatures forget number, degree, tense and person") {
  CHECK(signature("NNS", Detail::kCoarse) == "N");
  CHECK(signature("DT NN", Detail::kCoarse) == signature("DT NNS", Detail::kCoarse));
  CHECK(signature("JJ", Detail::kCoarse) == signature("JJR", Detail::kCoarse));
  for (const std::string_view verb : {"VB", "VBP", "VBZ", "VBD", "VBN", "VBG", "MD VB"})
    CHECK(signature(verb, Detail::kCoarse) == "V");
  CHECK(signature("NN TO", Detail::kCoarse) == "N+TO");
}

TEST_CASE("an entry fits where its list has the signature") {
  const std::vector<std::string_view> tags = {"DT", "JJ", "NN", "VBZ"};
  SpanFilter filter(tags);
  CHECK(filter.fits(2, 3, ""));
  CHECK(filter.fits(2, 3, "NN"));
  CHECK(filter.fits(2, 3, "VB,NN"));
  CHECK(filter.fits(2, 3, "N"));
  CHECK_FALSE(filter.fits(2, 3, "NNS,NN+TO,VBZ"));
  CHECK(filter.fits(0, 3, "NP"));
  CHECK(filter.fits(0, 3, "DP"));
  CHECK(filter.fits(0, 2, "DT+JJ"));
  CHECK(filter.fits(3, 4, "NN,VBZ"));
  CHECK_FALSE(filter.fits(3, 4, "NN"));
}

TEST_CASE("signatures are counted once for each place of a phrase") {
  // Both sentences have `play`, once as a noun and once as a verb; the unlinked last word of the
  // second target makes two phrase pairs of the same source.
  const Texts source = texts({"the play", "play"}), target = texts({"la pièce", "jouer donc"});
  const Texts tags = texts({"DT NN", "VB"}), target_tags = texts({"DT NN", "VB RB"});
  const Bitext bitext(source.view(), target.view());
  const Texts linked = texts({"0-0 1-1", "0-0"});
  const Links links = parse_links(linked.view(), "links");
  const auto counts =
      count_signatures(bitext, links, Side::kSource, tags.view(), Detail::kFine, {}, 1);
  std::vector<std::string> seen;
  for (std::size_t i = 0; i < counts.count.size(); ++i) {
    CHECK(counts.count[i] == 1);
    if (i > 0) CHECK(counts.phrase[i - 1] <= counts.phrase[i]);
    seen.emplace_back(counts.signature.view()[i]);
  }
  std::sort(seen.begin(), seen.end());
  CHECK(seen == std::vector<std::string>{"DT", "NN", "NP", "VB"});
  const auto others =
      count_signatures(bitext, links, Side::kTarget, target_tags.view(), Detail::kFine, {}, 2);
  CHECK(others.count.size() == 5);  // la, pièce, la pièce, jouer, jouer donc
}

TEST_CASE("tags must belong to the sentences") {
  const Texts source = texts({"a b"}), linked = texts({"0-0"});
  const Bitext bitext(source.view(), source.view());
  const Links links = parse_links(linked.view(), "links");
  const auto count = [&](const Texts& tags) {
    return count_signatures(bitext, links, Side::kSource, tags.view(), Detail::kFine, {}, 1);
  };
  CHECK_THROWS_WITH_AS(count(texts({"NN"})), "tags:1: 1 tags for 2 words; tag the corpus again",
                       FormatError);
  CHECK_THROWS_WITH_AS(count(texts({"NN NN", "NN"})),
                       "tags: 2 lines for 1 sentence pairs; tag the corpus again", FormatError);
}

}  // namespace
}  // namespace ow
