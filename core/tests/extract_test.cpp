#include "extract/extract.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <set>

#include "extract/aligner.h"
#include "extract/model1.h"
#include "extract/symmetrise.h"

namespace ow {
namespace {

Texts texts_of(const std::vector<std::string>& lines) {
  Texts texts;
  for (const std::string& line : lines) texts.add(line);
  return texts;
}

Bitext bitext_of(const std::vector<std::string>& source, const std::vector<std::string>& target) {
  return Bitext(texts_of(source).view(), texts_of(target).view());
}

Links links_of(const std::vector<std::string>& lines) {
  return parse_links(texts_of(lines).view(), "links");
}

/// All pairs of spans, asked one by one.
std::set<SpanPair> by_definition(const std::vector<Link>& links, int sources, int targets,
                                 int longest) {
  std::set<SpanPair> pairs;
  for (int sb = 0; sb < sources; ++sb) {
    for (int se = sb + 1; se <= std::min(sources, sb + longest); ++se) {
      for (int tb = 0; tb < targets; ++tb) {
        for (int te = tb + 1; te <= std::min(targets, tb + longest); ++te) {
          bool linked = false, consistent = true;
          for (const Link link : links) {
            const bool in_source = sb <= link.source && link.source < se;
            const bool in_target = tb <= link.target && link.target < te;
            linked |= in_source && in_target;
            consistent &= in_source == in_target;
          }
          if (linked && consistent)
            pairs.insert({static_cast<std::uint16_t>(sb), static_cast<std::uint16_t>(se),
                          static_cast<std::uint16_t>(tb), static_cast<std::uint16_t>(te)});
        }
      }
    }
  }
  return pairs;
}

TEST_CASE("phrase pairs are those of the definition, for thousands of random alignments") {
  std::mt19937 random(3);
  for (unsigned round = 0; round < 2000; ++round) {
    const unsigned sources = random() % 8, targets = random() % 8, longest = 1 + random() % 7;
    std::vector<Link> links;
    for (unsigned n = sources * targets == 0 ? 0 : random() % 9; n > 0; --n)
      links.push_back({static_cast<std::uint16_t>(random() % sources),
                       static_cast<std::uint16_t>(random() % targets)});
    PhraseFinder finder({longest, 0, false});
    const auto found = finder.find(links, sources, targets);
    CHECK(std::is_sorted(found.begin(), found.end()));
    const auto expected = by_definition(links, static_cast<int>(sources), static_cast<int>(targets),
                                        static_cast<int>(longest));
    REQUIRE(std::set<SpanPair>(found.begin(), found.end()) == expected);
    REQUIRE(found.size() == expected.size());
  }
}

TEST_CASE("extraction aggregates the same pairs with any number of threads") {
  std::mt19937 random(5);
  std::vector<std::string> source, target, lines;
  for (unsigned i = 0; i < 1500; ++i) {
    std::string s, t, l;
    for (unsigned w = 0; w < 6; ++w) {
      s += "s" + std::to_string(random() % 9) + " ";
      t += "t" + std::to_string(random() % 9) + " ";
      if (random() % 4 != 0) l += std::to_string(w) + "-" + std::to_string(random() % 6) + " ";
    }
    source.push_back(s);
    target.push_back(t);
    lines.push_back(l);
  }
  const Bitext bitext = bitext_of(source, target);
  const Links links = links_of(lines);
  const LinkCounts counts = count_links(bitext, links);
  const Lexicon lexicon = Lexicon::from_counts(counts.source, counts.target, counts.count);
  ExtractOptions options;
  options.alignments = true;
  options.threads = 1;
  const PhrasePairs one = extract_phrases(bitext, links, lexicon, options);
  options.threads = 3;
  const PhrasePairs three = extract_phrases(bitext, links, lexicon, options);
  CHECK(one.source == three.source);
  CHECK(one.target == three.target);
  CHECK(one.count == three.count);
  CHECK(one.source_weight == three.source_weight);
  CHECK(one.target_weight == three.target_weight);
  CHECK(one.alignment.bytes == three.alignment.bytes);
  CHECK(one.sources.words.bytes == three.sources.words.bytes);
  CHECK(one.targets.words.bytes == three.targets.words.bytes);
  CHECK(one.alignment.size() == one.count.size());
}

TEST_CASE("a round of Model 1 by hand") {
  // Each target word is made by the null word or one of the source words: b by 2, c by 3 of them.
  const Lexicon lexicon = train_model1(bitext_of({"a", "a d"}, {"b", "c"}), 1, 2);
  const Bitext bitext = bitext_of({"a"}, {"b"});
  const std::uint32_t row = lexicon.row(bitext.source.identities()[0]);
  const Lexicon::Pair* pair = lexicon.find(row, bitext.target.identities()[0]);
  REQUIRE(pair != nullptr);
  CHECK(pair->target_given_source == doctest::Approx((1.0 / 2) / (1.0 / 2 + 1.0 / 3)));
  // And a is made by b, or by the null word: half of it; nothing else is made by b.
  CHECK(pair->source_given_target == doctest::Approx(1));
}

TEST_CASE("the aligner takes sentences as long and as short as they come") {
  std::string longest;
  for (unsigned w = 0; w < 300; ++w) longest += "w" + std::to_string(w) + " ";
  const Bitext bitext =
      bitext_of({longest, "", "w1", "", "w1 w2"}, {longest, "x", "", "", "w1 w2"});
  AlignmentPrior learnt;
  const Alignment first = align_words(bitext, {}, nullptr, &learnt);
  REQUIRE(first.forward.size() == bitext.size());
  check_links(first.forward, bitext, "forward");
  check_links(first.reverse, bitext, "reverse");
  CHECK(first.forward[0].size() > 250);
  const Alignment second = align_words(bitext, {}, &learnt, nullptr);
  CHECK(second.forward[4].size() == 2);
}

TEST_CASE("links survive as text, and what is no link is refused") {
  CHECK(format_links(links_of({"3-1 0-0 3-1", ""})).bytes == "0-0 3-1");
  CHECK_THROWS_AS(links_of({"0-0 0"}), FormatError);
  CHECK_THROWS_AS(check_links(links_of({"1-0"}), bitext_of({"a"}, {"b"}), "links"), FormatError);
}

}  // namespace
}  // namespace ow
