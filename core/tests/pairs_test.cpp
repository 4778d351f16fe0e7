#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "pairs/align_sentences.h"
#include "pairs/alike.h"
#include "pairs/cluster.h"
#include "pairs/edit_distance.h"
#include "pairs/near.h"

namespace ow {
namespace {

/// The distance without any band.
std::uint32_t full_distance(const pairs::Sentence& a, const pairs::Sentence& b,
                            std::uint32_t substitution) {
  std::vector<std::vector<std::uint32_t>> cells(a.size() + 1,
                                                std::vector<std::uint32_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cells[i][j] = static_cast<std::uint32_t>(i + j);
        continue;
      }
      cells[i][j] = std::min({cells[i - 1][j] + 1, cells[i][j - 1] + 1,
                              cells[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : substitution)});
    }
  return cells[a.size()][b.size()];
}

TEST_CASE("the banded distance is the distance, as far as it matters") {
  std::mt19937 random(5);
  const auto sentence = [&] {
    pairs::Sentence words(random() % 12);
    for (pairs::Word& word : words) word = random() % 4;
    return words;
  };
  for (const bool substitutions : {false, true}) {
    pairs::EditDistance distance(substitutions);
    for (int round = 0; round < 20'000; ++round) {
      const pairs::Sentence a = sentence(), b = sentence();
      const std::uint32_t most = random() % 14;
      const std::uint32_t expected = full_distance(a, b, substitutions ? 1 : 2);
      REQUIRE(distance(a, b, most) == std::min(expected, most + 1));
    }
  }
}

TEST_CASE("near pairs are found whatever the number of threads") {
  std::mt19937 random(6);
  std::vector<std::string> texts;
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (int j = 0; j < 8; ++j) text += std::string(1, static_cast<char>('a' + random() % 9)) + " ";
    texts.push_back(text);
  }
  std::vector<std::vector<std::string_view>> clusters(3);
  for (std::size_t i = 0; i < texts.size(); ++i) clusters[i % 3].push_back(texts[i]);
  const auto one = pairs::near_pairs_of_clusters(clusters, {}, 1);
  const auto two = pairs::near_pairs_of_clusters(clusters, {}, 2);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(!one[i].pairs.empty());
    CHECK(one[i].pairs == two[i].pairs);
  }
}

TEST_CASE("articles join the cluster they are nearest to, while it is young") {
  const std::vector<std::string_view> articles = {"storm hits coast", "storm hits old coast",
                                                  "bank raises rate", "bank raises its rate"};
  const std::vector<std::int64_t> times = {0, 5, 0, 100};
  CHECK(pairs::cluster_articles(articles, times, {0.2, 10}) ==
        std::vector<std::uint32_t>{0, 0, 1, 2});
  CHECK(pairs::cluster_articles(articles, times, {0.2, 1000}) ==
        std::vector<std::uint32_t>{0, 0, 1, 1});
}

TEST_CASE("a text that is much longer than the other is still covered") {
  const std::vector<std::string_view> one = {"a b c"};
  const std::vector<std::string_view> many(2000, "x");
  const auto beads = pairs::align_sentences(one, many, 1);
  std::uint32_t end = 0;
  for (const pairs::Bead& bead : beads) {
    CHECK(bead.second_begin == end);
    end = bead.second_end;
  }
  CHECK(end == 2000);
  CHECK(pairs::align_sentences({}, {}).empty());
}

TEST_CASE("sentences are alike by the n-grams that they have in common") {
  const std::vector<std::string_view> sentences = {"a b c", "x", "a b  d", "", "c b a", "a b c"};
  const pairs::AlikePairs found = pairs::alike_pairs(sentences, 0.5, 2);
  // a, b, c, a b, b c and a, b, d, a b, b d: three in common; c b a has three words in common.
  CHECK(found.first == std::vector<std::uint32_t>{0, 0, 0, 2, 4});
  CHECK(found.second == std::vector<std::uint32_t>{2, 4, 5, 5, 5});
  CHECK(found.likeness == std::vector<double>{0.6, 0.6, 1.0, 0.6, 0.6});
  CHECK(pairs::alike_pairs(sentences, 0.61, 2).first.size() == 1);
  CHECK(pairs::alike_pairs(sentences, 0.5, 3).first.size() == 5);  // 3 of 6 and 6: exactly half
  CHECK(pairs::alike_pairs({}, 0.5, 2).first.empty());
}

}  // namespace
}  // namespace ow
