#include <doctest/doctest.h>

#include <map>
#include <random>

#include "analysed_sentences.h"
#include "patterns/induce.h"
#include "trees.h"

namespace ow::patterns {
namespace {

using tests::Analysed;
using tests::lines_of;

/// An analysed sentence, its translation, and the links.
struct Pair {
  std::string analysed, other, links;
};

PatternPairs induce(const std::vector<Pair>& pairs, InduceOptions options = {}) {
  std::vector<Analysed> analysed;
  std::vector<std::string> source, target, links;
  for (const Pair& pair : pairs) {
    analysed.emplace_back(pair.analysed);
    source.push_back(analysed.back().words);
    target.push_back(pair.other);
    links.push_back(pair.links);
  }
  return induce_patterns(Bitext(lines_of(source).view(), lines_of(target).view()),
                         parse_links(lines_of(links).view(), "links"), tests::trees_of(analysed),
                         options);
}

/// Alignments and counts by pattern and pivot pattern.
std::map<std::string, std::string> rows_of(const PatternPairs& pairs) {
  std::map<std::string, std::string> rows;
  for (std::size_t i = 0; i < pairs.count.size(); ++i) {
    std::string links;
    for (const char place : pairs.alignment.view()[i]) links += std::to_string(place);
    std::string& row =
        rows[std::string(pairs.pattern.view()[i]) + " | " + std::string(pairs.pivot.view()[i])];
    row += (row.empty() ? "" : "; ") + links + " x" + std::to_string(pairs.count[i]);
  }
  return rows;
}

const Pair kTake = {"Take/VB/0 the/DT/3 market/NN/3 demand/NN/0 into/IN/0 consideration/NN/4",
                    "Tenez compte de la demande du marché", "0-0 1-3 2-6 3-4 4-1 5-1"};

TEST_CASE("pivot patterns of one sentence") {
  const auto rows = rows_of(induce({kTake}));
  const std::map<std::string, std::string> expected = {
      // `de` and `du` have no links; `into` and `consideration` are `compte`.
      {"take [NN_1] into consideration | tenez compte [NN_1]", "002131 x1"},
      {"take the [NN_1] demand into consideration | tenez compte la demande [NN_1]",
       "0012334151 x1"},
      {"the [NN_1] demand | la demande [NN_1]", "0021 x1"},
      // Not with a slot for `consideration`: `compte` would be a word and a filler.
  };
  CHECK(rows == expected);
  const PatternPairs pairs = induce({kTake});
  CHECK(pairs.paired == 3);
  CHECK(pairs.torn == 3);
  CHECK(pairs.subtrees.patterns == 6);
}

TEST_CASE("two patterns meet in one pivot pattern") {
  const auto rows = rows_of(induce(
      {{"consider/VB/0 market/NN/2 demand/NN/0", "tenez compte de la demande", "0-0 0-1 2-4"},
       kTake}));
  CHECK(rows.count("consider [NN_1] | tenez compte [NN_1]") == 1);
  CHECK(rows.count("take [NN_1] into consideration | tenez compte [NN_1]") == 1);
}

TEST_CASE("possessives as the paper has them") {
  const auto rows = rows_of(induce({{"improve/VB/0 people/NNS/3 's/POS/1 livelihood/NN/0",
                                     "改善 人民 的 生活", "0-0 1-1 2-2 3-3"}}));
  CHECK(rows.at("improve [NNS_1] 's livelihood | 改善 [NNS_1] 的 生活") == "002233 x1");
}

TEST_CASE("slots are numbered by the pivot pattern, each tag by itself") {
  const Pair give = {"give/VB/0 Ann/NN/0 red/JJ/3 books/NN/0", "donner livres rouges ann",
                     "0-0 1-3 2-2 3-1"};
  const auto rows = rows_of(induce({give}));
  CHECK(rows.count("give [NN_2] [NN_1] | donner [NN_1] [NN_2]") == 1);
  CHECK(rows.count("give [NN_1] [JJ_1] books | donner livres [JJ_1] [NN_1]") == 1);
}

TEST_CASE("what is linked outside, or not at all, is passed over") {
  // The subtree of `books`, in a sentence with more around it and inside of the other one.
  const Pair more = {"I/PRP/1 read/VBD/1 old/JJ/3 books/NNS/1 today/RB/1",
                     "des livres lus hier anciens", "1-2 2-4 3-1 3-2 4-3"};
  const auto rows = rows_of(induce({more}));
  // `lus` is linked with `books` and, outside, with `read`: it stays.
  CHECK(rows.at("[JJ_1] books | livres lus [JJ_1]") == "1011 x1");
}

TEST_CASE("no pair without links of slots and of a content word") {
  const std::string books = "the/DT/2 old/JJ/2 books/NNS/2";
  CHECK(induce({{books, "les livres", "0-0 2-1"}}).unaligned == 1);   // the slot has none
  CHECK(induce({{books, "les anciens", "0-0 1-1"}}).unaligned == 1);  // only `the` has one
  CHECK(induce({{books, "", ""}}).unaligned == 1);
  CHECK(induce({{books, "livres anciens", "1-1 2-0"}}).paired == 1);  // `the` needs none
}

TEST_CASE("tight patterns have links at their ends") {
  InduceOptions tight;
  tight.tight = true;
  const std::string books = "the/DT/2 old/JJ/2 books/NNS/2";
  CHECK(induce({{books, "livres anciens", "1-1 2-0"}}, tight).unaligned == 1);  // `the` has none
  CHECK(induce({{books, "les livres anciens", "0-0 1-2 2-1"}}, tight).paired == 1);
  // Inside of a pattern, and next to it in a filler, words need none.
  const std::string take = "take/VB/0 the/DT/2 books/NNS/0 up/RP/0 quickly/RB/0";
  CHECK(rows_of(induce({{take, "ramasser livres vite", "0-0 2-1 4-2"}}, tight)) ==
        std::map<std::string, std::string>{
            {"take [NNS_1] up quickly | ramasser [NNS_1] vite", "0032 x1"}});
  CHECK(induce({{take, "ramasser livres", "0-0 2-1"}}, tight).paired == 0);
  const std::string read = "the/DT/1 man/NN/2 reads/VBZ/2";
  CHECK(rows_of(induce({{read, "homme lit", "1-0 2-1"}}, tight)) ==
        std::map<std::string, std::string>{{"[NN_1] reads | [NN_1] lit", "11 x1"}});
}

TEST_CASE("patterns of the same words with other roots are counted apart") {
  // `old books` by the noun and, wrongly analysed, by the verb.
  const std::string other = "livres anciens", links = "0-1 1-0";
  const PatternPairs pairs = induce({{"old/JJ/1 books/NNS/1", other, links},
                                     {"old/JJ/1 books/VBZ/1", other, links},
                                     {"old/JJ/1 books/NNS/1", other, links}});
  REQUIRE(pairs.count.size() == 2);
  CHECK(pairs.pattern_id[0] == pairs.pattern_id[1]);
  CHECK(pairs.root.view()[0] == "NNS");
  CHECK(pairs.count[0] == 2);
  CHECK(pairs.root.view()[1] == "VBZ");
  CHECK(pairs.count[1] == 1);
}

TEST_CASE("no pair where the alignment is torn") {
  const std::string books = "very/RB/1 old/JJ/2 books/NNS/2";
  // The filler on both sides of the word of the pattern.
  CHECK(induce({{books, "très livres anciens", "0-0 1-2 2-1"}}).torn == 1);
  // A word that is both.
  CHECK(induce({{books, "antiquités", "1-0 2-0"}}).torn == 1);
  // In one place, with an unrelated word between.
  CHECK(rows_of(induce({{books, "livres très euh anciens", "0-1 1-3 2-0"}})) ==
        std::map<std::string, std::string>{{"[JJ_1] books | livres [JJ_1]", "10 x1"}});
  // A word in the fillers of two slots.
  CHECK(induce({{"old/JJ/2 red/JJ/2 books/NNS/2", "livres vieuxrouges", "0-1 1-1 2-0"}}).torn == 3);
}

TEST_CASE("gaps and long pivot patterns are counted") {
  const PatternPairs gapped =
      induce({{"books/NNS/0 came/VBD/1 of/IN/0 law/NN/2", "a b c d", "0-0 1-1 2-2 3-3"}});
  CHECK(gapped.gapped == 1);
  CHECK(gapped.paired == 0);
  InduceOptions options;
  options.longest_pivot = 2;
  CHECK(induce({kTake}, options).too_long == 3);
  for (const unsigned bad : {0u, 256u}) {
    options.longest_pivot = bad;
    CHECK_THROWS_AS(induce({kTake}, options), Error);
  }
}

TEST_CASE("what does not belong together is refused") {
  const Bitext bitext(lines_of({"a b"}).view(), lines_of({"c"}).view());
  const Trees trees = tests::trees_of({Analysed("a/NN/1 b/NN/1")});
  const auto links = [](const std::vector<std::string>& lines) {
    return parse_links(lines_of(lines).view(), "links");
  };
  CHECK_THROWS_AS(induce_patterns(bitext, links({"0-1"}), trees, {}), FormatError);
  CHECK_THROWS_AS(induce_patterns(bitext, links({}), trees, {}), FormatError);
  CHECK_THROWS_AS(induce_patterns(bitext, links({"0-0"}), tests::trees_of({}), {}), FormatError);
  CHECK(induce({}).count.empty());
  CHECK(induce({{"", "", ""}}).count.empty());
}

TEST_CASE("alignments of a pair are counted apart, in order") {
  const Pair crossed = {"take/VB/0 books/NN/0 up/RP/0", "ramasser là livres", "0-1 2-0 1-2"};
  Pair straight = crossed;
  straight.links = "0-0 2-1 1-2";
  CHECK(rows_of(induce({crossed, straight, crossed})) ==
        std::map<std::string, std::string>{
            {"take [NN_1] up | ramasser là [NN_1]", "0021 x1; 0120 x2"}});
}

TEST_CASE("pairs are counted with any number of threads") {
  std::mt19937 random(11);
  const char* tags[] = {"NN", "VBD", "IN", "JJ"};
  std::vector<Pair> pairs;
  for (unsigned i = 0; i < 1200; ++i) {
    const std::size_t size = 1 + random() % 7;
    const tests::Heads heads = tests::random_tree(random, size);
    Pair pair;
    for (std::size_t w = 0; w < size; ++w) {
      const auto head = static_cast<std::size_t>(heads[w]);
      pair.analysed += (w == 0 ? "w" : " w") + std::to_string(random() % 3) + "/" +
                       tags[random() % 4] + "/" + std::to_string(head == size ? w : head);
      pair.other += " t" + std::to_string(random() % 3);
      for (std::size_t n = random() % 3; n > 0; --n)
        pair.links += std::to_string(w) + "-" + std::to_string(random() % size) + " ";
    }
    pairs.push_back(pair);
  }
  InduceOptions options;
  options.threads = 1;
  const PatternPairs one = induce(pairs, options);
  options.threads = 3;
  const PatternPairs three = induce(pairs, options);
  CHECK(one.pattern_id == three.pattern_id);
  CHECK(one.pivot_id == three.pivot_id);
  CHECK(one.pattern.bytes == three.pattern.bytes);
  CHECK(one.pivot.bytes == three.pivot.bytes);
  CHECK(one.root.bytes == three.root.bytes);
  CHECK(one.alignment.bytes == three.alignment.bytes);
  CHECK(one.count == three.count);
  std::int64_t total = 0, most = 0;
  for (const std::int64_t count : one.count) {
    total += count;
    most = std::max(most, count);
  }
  CHECK(total == one.paired);
  CHECK(most > 1);
  CHECK(one.paired + one.gapped + one.unaligned + one.torn + one.too_long == one.subtrees.patterns);
  CHECK(three.torn == one.torn);
}

}  // namespace
}  // namespace ow::patterns
