#include "pairs/anchors.h"

#include <algorithm>

namespace ow::pairs {

namespace {

constexpr std::uint32_t kNowhere = UINT32_MAX, kOften = UINT32_MAX - 1;

/// For each word, the sentence that has it if there is but one, and it once.
std::vector<std::uint32_t> only_places(std::span<const Sentence> sentences) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = 0; i < sentences.size(); ++i)
    for (const Word word : sentences[i]) {
      if (word >= places.size()) places.resize(word + 1, kNowhere);
      places[word] = places[word] == kNowhere ? i : kOften;
    }
  return places;
}

}  // namespace

std::vector<Anchor> anchors(std::span<const Sentence> first, std::span<const Sentence> second) {
  const std::vector<std::uint32_t> ones = only_places(first), others = only_places(second);
  std::vector<Anchor> points;
  for (Word word = 0; word < std::min(ones.size(), others.size()); ++word)
    if (ones[word] < kOften && others[word] < kOften) points.push_back({ones[word], others[word]});
  // Falling in the second text where the first is the same: a chain takes at most one of them.
  std::sort(points.begin(), points.end(), [](const Anchor& a, const Anchor& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  });
  std::vector<std::size_t> last;  // of the best chain of each length: the point it ends with
  std::vector<std::size_t> before(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto place = std::lower_bound(
        last.begin(), last.end(), points[i].second,
        [&](std::size_t point, std::uint32_t second) { return points[point].second < second; });
    before[i] = place == last.begin() ? points.size() : *(place - 1);
    if (place == last.end())
      last.push_back(i);
    else
      *place = i;
  }
  std::vector<Anchor> chain = {
      {static_cast<std::uint32_t>(first.size()), static_cast<std::uint32_t>(second.size())}};
  for (std::size_t i = last.empty() ? points.size() : last.back(); i < points.size(); i = before[i])
    chain.push_back(points[i]);
  chain.push_back({0, 0});
  std::reverse(chain.begin(), chain.end());
  return chain;
}

}  // namespace ow::pairs
