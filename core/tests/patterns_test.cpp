#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "analysed_sentences.h"
#include "patterns/find.h"
#include "trees.h"

namespace ow::patterns {
namespace {

using tests::Analysed;
using tests::trees_of;

std::vector<std::string> patterns_of(const std::string& sentence, PatternLimits limits = {}) {
  const FoundPatterns found = find_patterns(trees_of({Analysed(sentence)}), limits);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < found.pattern.size(); ++i)
    texts.emplace_back(found.pattern.view()[i]);
  return texts;
}

bool has(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

const std::string kTake = "Take/VB/0 the/DT/3 market/NN/3 demand/NN/0 into/IN/0 consideration/NN/4";

TEST_CASE("the patterns of a sentence") {
  // Subtrees: of `take`, of `demand` (slot: market), of `into` (no content word but what fills).
  const std::vector<std::string> expected = {
      "take the [NN_1] demand into consideration",
      "take [NN_1] into consideration",
      "take the market demand into [NN_1]",
      "take the [NN_1] demand into [NN_2]",
      "take [NN_1] into [NN_2]",
      "the [NN_1] demand",
  };
  CHECK(patterns_of(kTake) == expected);
}

TEST_CASE("possessive markers stay out of what fills a slot") {
  CHECK(has(patterns_of("improve/VB/0 people/NNS/3 's/POS/1 livelihood/NN/0"),
            "improve [NNS_1] 's livelihood"));
  const auto found = patterns_of("the/DT/2 poor/JJ/2 farmers/NNS/4 '/POS/2 livelihood/NN/4");
  CHECK(has(found, "[NNS_1] ' livelihood"));
  CHECK(has(found, "the [JJ_1] farmers ' livelihood"));
  // As the root of its tree, too.
  CHECK(has(patterns_of("poor/JJ/1 farmers/NNS/1 '/POS/1"), "[JJ_1] farmers '"));
}

TEST_CASE("slots with one tag are numbered from left to right") {
  CHECK(has(patterns_of("give/VB/0 Ann/NNP/0 old/JJ/3 books/NNS/0 and/CC/3 new/JJ/6 pens/NNS/3"),
            "give [NNP_1] [NNS_1]"));
  CHECK(has(patterns_of("give/VB/0 Ann/NNP/0 old/JJ/3 books/NNS/0 and/CC/3 new/JJ/6 pens/NNS/3"),
            "old books and [JJ_1] pens"));
  CHECK(has(patterns_of("old/JJ/1 books/NNS/1 and/CC/1 new/JJ/4 pens/NNS/1"),
            "[JJ_1] books and [JJ_2] pens"));
}

TEST_CASE("a pattern has a slot and a content word") {
  CHECK(patterns_of("the/DT/1 demand/NN/1").empty());
  CHECK(patterns_of("of/IN/0 demand/NN/0").empty());
  CHECK(patterns_of("is/VBZ/0 not/RB/0 demand/NN/0").empty());
  CHECK(patterns_of("is/VBZ/0 hardly/RB/0 Demand/NN/0") ==
        std::vector<std::string>{"is hardly [NN_1]"});
  CHECK(patterns_of("demand/NN/0").empty());
  CHECK(patterns_of("").empty());
}

TEST_CASE("auxiliaries leave no slot, verbs do") {
  CHECK(patterns_of("it/PRP/2 is/VBZ/2 done/VBN/2").empty());
  CHECK(has(patterns_of("think/VBP/0 it/PRP/2 is/VBZ/0 bad/JJ/2"), "think [VBZ_1]"));
}

TEST_CASE("where a pattern and its fillers are") {
  const FoundPatterns found = find_patterns(
      trees_of({Analysed("go/VB/0"),
                Analysed("we/PRP/1 saw/VBD/1 old/JJ/3 books/NNS/1 of/IN/3 law/NN/4")}),
      {});
  std::size_t row = 0;
  while (row < found.pattern.size() && found.pattern.view()[row] != "[JJ_1] books of [NN_1]") ++row;
  REQUIRE(row < found.pattern.size());
  CHECK(found.sentence[row] == 1);
  CHECK(found.begin[row] == 2);
  CHECK(found.end[row] == 6);
  CHECK(found.is_contiguous[row] == 1);
  const auto first = static_cast<std::size_t>(found.filler_offsets[row]);
  REQUIRE(found.filler_offsets[row + 1] - found.filler_offsets[row] == 2);
  CHECK(std::pair(found.filler_begin[first], found.filler_end[first]) == std::pair(2, 3));
  CHECK(std::pair(found.filler_begin[first + 1], found.filler_end[first + 1]) == std::pair(5, 6));
}

TEST_CASE("arcs that cross make gaps, in the subtree or in a filler") {
  // `a hearing is scheduled on the issue`: `on the issue` belongs to `hearing`.
  const auto found = find_patterns(
      trees_of({Analysed("a/DT/1 hearing/NN/3 is/VBZ/3 scheduled/VBN/3 on/IN/1 the/DT/6 "
                         "issue/NN/4")}),
      {});
  std::string all;
  for (std::size_t i = 0; i < found.pattern.size(); ++i) {
    all += found.pattern.view()[i];
    all += found.is_contiguous[i] != 0 ? " +\n" : " -\n";
  }
  CHECK(all ==
        "a hearing on [NN_1] -\n[NN_1] is scheduled -\na hearing is scheduled on [NN_1] +\n");
}

TEST_CASE("limits leave out, and tell how much") {
  const std::string list = "see/VB/0 a/NN/0 b/NN/0 c/NN/0 d/NN/0 e/NN/0";
  PatternLimits limits;
  auto found = find_patterns(trees_of({Analysed(list)}), limits);
  CHECK(found.counts.patterns == 30);  // of 31 sets of slots, one has five
  CHECK(found.counts.left_out == 1);
  limits.slots = 2;
  found = find_patterns(trees_of({Analysed(list)}), limits);
  CHECK(found.counts.patterns == 5 + 10);
  limits.patterns = 7;
  found = find_patterns(trees_of({Analysed(list)}), limits);
  CHECK(found.pattern.size() == 7);
  CHECK(found.counts.left_out == 31 - 7);
  CHECK(found.pattern.view()[0] == "see [NN_1] b c d e");  // fewest slots first
  CHECK(found.pattern.view()[6] == "see [NN_1] b [NN_2] d e");
  limits.words = 5;
  found = find_patterns(trees_of({Analysed(list)}), limits);
  CHECK(found.pattern.size() == 0);
  CHECK(found.counts.long_subtrees == 1);
  for (const PatternLimits bad : {PatternLimits{1, 4, 64}, {17, 4, 64}, {10, 0, 64}, {10, 4, 0}})
    CHECK_THROWS_AS(find_patterns(trees_of({Analysed(list)}), bad), Error);
}

TEST_CASE("odd trees are refused, several roots are not") {
  CHECK_THROWS_WITH_AS(trees_of({Analysed("a/NN/0"), Analysed("a/NN/1 b/NN/2 c/NN/0")}),
                       "heads:2: they run in a circle; parse the sentence again", FormatError);
  // With a possessive marker, too, which would break the circle.
  CHECK_THROWS_AS(trees_of({Analysed("a/NN/1 's/POS/0")}), FormatError);
  CHECK_THROWS_AS(trees_of({Analysed("a/NN/1")}), FormatError);
  CHECK_THROWS_AS(trees_of({Analysed("a/NN/-1")}), FormatError);
  CHECK_THROWS_AS(trees_of({Analysed("a/NN/0x")}), FormatError);
  const Texts one = tests::lines_of({"a b"}), short_one = tests::lines_of({"0"});
  const Sentences sentences(one.view(), "words");
  CHECK_THROWS_AS(Trees(sentences, short_one.view(), tests::lines_of({"0 0"}).view()), FormatError);
  CHECK_THROWS_AS(Trees(sentences, one.view(), short_one.view()), FormatError);
  CHECK_THROWS_AS(Trees(sentences, one.view(), tests::lines_of({}).view()), FormatError);
  CHECK(patterns_of("old/JJ/1 books/NNS/1 new/JJ/3 pens/NNS/3") ==
        std::vector<std::string>{"[JJ_1] books", "[JJ_1] pens"});
}

/// The head of each word, and whether it can be a slot or is a content word.
struct SmallTree {
  std::vector<std::size_t> heads;
  std::vector<bool> slot, content;
};

bool is_below(const SmallTree& tree, std::size_t word, std::size_t above) {
  for (; word != above; word = tree.heads[word])
    if (tree.heads[word] == word) return false;
  return true;
}

/// Asks each set of words of the subtree, as the paper defines it.
std::set<std::pair<unsigned, unsigned>> by_definition(const SmallTree& tree, std::size_t root) {
  const std::size_t words = tree.heads.size();
  std::set<std::pair<unsigned, unsigned>> found;
  for (unsigned kept = 0; kept < 1u << words; ++kept) {
    const auto is_kept = [&](std::size_t word) { return (kept >> word & 1) != 0; };
    if (!is_kept(root)) continue;
    bool good = true, has_content = false;
    unsigned slots = 0;
    for (std::size_t w = 0; w < words; ++w) {
      if (is_kept(w)) {
        good &= is_below(tree, w, root) && (w == root || is_kept(tree.heads[w]));
        has_content |= tree.content[w];
      } else if (is_below(tree, w, root)) {
        // A slot, unless it is below the word of another one.
        bool is_covered = false;
        for (std::size_t above = tree.heads[w]; above != root; above = tree.heads[above])
          is_covered |= !is_kept(above);
        if (!is_covered) {
          slots |= 1u << w;
          good &= tree.slot[w];
        }
      }
    }
    if (good && has_content && slots != 0) found.insert({kept, slots});
  }
  return found;
}

TEST_CASE("partial subtrees are those of the definition, for thousands of random trees") {
  std::mt19937 random(7);
  const char* tags[] = {"NN", "VBD", "IN", "JJ", "RB", "DT"};
  for (unsigned round = 0; round < 3000; ++round) {
    const std::size_t size = 1 + random() % 7;
    tests::Heads heads = tests::random_tree(random, size);
    SmallTree tree;
    std::string text;
    for (std::size_t w = 0; w < size; ++w) {
      const auto head = static_cast<std::size_t>(heads[w]);
      tree.heads.push_back(head == size ? w : head);
      const unsigned tag = random() % 6;
      tree.slot.push_back(tag == 0 || tag == 1 || tag == 3);
      tree.content.push_back(tag != 2 && tag != 5);
      text +=
          (w == 0 ? "w/" : " w/") + std::string(tags[tag]) + "/" + std::to_string(tree.heads[w]);
    }
    const Trees trees = trees_of({Analysed(text)});
    SubtreeFinder finder({7, 7, 1000});
    std::vector<std::size_t> roots;
    for (std::size_t w = 0; w < size; ++w)
      if (std::count(tree.heads.begin(), tree.heads.end(), w) > (tree.heads[w] == w))
        roots.push_back(w);
    const auto subtrees = finder.find(trees[0]);
    REQUIRE(subtrees.size() == roots.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const auto globally = [&](WordSet set) {
        unsigned result = 0;
        for_each_word(set, [&](unsigned w) { result |= 1u << subtrees[i].places[w]; });
        return result;
      };
      std::set<std::pair<unsigned, unsigned>> found;
      const auto partials = finder.partials(trees[0], subtrees[i]);
      for (const Partial& partial : partials)
        found.insert({globally(partial.kept), globally(partial.slots)});
      REQUIRE(found.size() == partials.size());
      REQUIRE(found == by_definition(tree, roots[i]));
      for (unsigned w = 0; w < subtrees[i].size; ++w)
        for (std::size_t other = 0; other < size; ++other)
          CHECK((globally(subtrees[i].branches[w]) >> other & 1) ==
                is_below(tree, other, subtrees[i].places[w]));
    }
  }
}

}  // namespace
}  // namespace ow::patterns
