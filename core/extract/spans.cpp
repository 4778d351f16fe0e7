#include "extract/spans.h"

#include <algorithm>
#include <climits>

namespace ow {

PhraseFinder::PhraseFinder(const PhraseLimits& limits) : limits_(limits) {
  if (limits_.words > PhraseLimits::kLongestPhrase)
    throw Error("phrases may have up to 255 words, not " + std::to_string(limits_.words));
  if (limits_.words == 0) limits_.words = PhraseLimits::kLongestPhrase;
  if (limits_.cepts == 0) limits_.cepts = UINT_MAX;
}

std::span<const SpanPair> PhraseFinder::find(std::span<const Link> links, std::size_t source_words,
                                             std::size_t target_words) {
  source_.assign(source_words, {INT_MAX, -1});
  target_.assign(target_words, {INT_MAX, -1});
  for (const Link link : links) {
    const auto reach = [](Reach& word, int other) {
      word.first = std::min(word.first, other);
      word.last = std::max(word.last, other);
    };
    reach(source_[link.source], link.target);
    reach(target_[link.target], link.source);
  }
  find_cepts(links);
  found_.clear();
  const int sources = static_cast<int>(source_words), longest = static_cast<int>(limits_.words);
  for (int begin = 0; begin < sources; ++begin) {
    if (limits_.tight && !source_[begin].linked()) continue;
    Reach span{INT_MAX, -1}, back{INT_MAX, -1};  // the target of the source span; its source
    unsigned cepts = 0;
    for (int last = begin; last < std::min(sources, begin + longest); ++last) {
      const Reach word = source_[last];
      int& seen = cept_seen_[cept_of_source_[last]];
      if (seen != begin) ++cepts;
      seen = begin;
      if (cepts > limits_.cepts) break;
      if (word.linked()) {
        // Only the target words that are new to the span must be asked where they lead.
        const auto ask = [&](int from, int to) {
          for (int t = from; t <= to; ++t) {
            back.first = std::min(back.first, target_[t].first);
            back.last = std::max(back.last, target_[t].last);
          }
        };
        const Reach before = span;
        span = {std::min(span.first, word.first), std::max(span.last, word.last)};
        if (span.last - span.first >= longest) break;
        if (before.linked()) {
          ask(span.first, before.first - 1);
          ask(before.last + 1, span.last);
        } else {
          ask(span.first, span.last);
        }
      }
      if (back.first < begin) break;  // a longer span would not help
      if (!span.linked() || back.last > last || (limits_.tight && !word.linked())) continue;
      add(begin, last + 1, span.first, span.last + 1, cepts);
    }
  }
  return found_;
}

/// Adds the pair of the two spans and, unless limits are tight, those with more unlinked words at
/// the ends of the target.
void PhraseFinder::add(int source_begin, int source_end, int target_begin, int target_end,
                       unsigned cepts) {
  const int targets = static_cast<int>(target_.size()), longest = static_cast<int>(limits_.words);
  for (int t = target_begin; t < target_end; ++t) cepts += !target_[t].linked();
  int lowest = target_begin;
  while (!limits_.tight && lowest > 0 && !target_[lowest - 1].linked()) --lowest;
  for (int begin = lowest; begin <= target_begin; ++begin) {
    for (int end = target_end; end <= targets; ++end) {
      if (end > target_end && (limits_.tight || target_[end - 1].linked())) break;
      const unsigned more = static_cast<unsigned>(target_begin - begin + end - target_end);
      if (end - begin > longest || cepts + more > limits_.cepts) break;
      found_.push_back({static_cast<std::uint16_t>(source_begin),
                        static_cast<std::uint16_t>(source_end), static_cast<std::uint16_t>(begin),
                        static_cast<std::uint16_t>(end)});
    }
  }
}

void PhraseFinder::find_cepts(std::span<const Link> links) {
  // Source words that share a target word belong to one cept.
  cept_of_source_.resize(source_.size());
  for (std::size_t s = 0; s < source_.size(); ++s) cept_of_source_[s] = static_cast<int>(s);
  const auto root = [&](int s) {
    while (cept_of_source_[s] != s) s = cept_of_source_[s] = cept_of_source_[cept_of_source_[s]];
    return s;
  };
  for (const Link link : links) {
    const int a = root(link.source), b = root(target_[link.target].first);
    cept_of_source_[std::max(a, b)] = std::min(a, b);
  }
  for (std::size_t s = 0; s < source_.size(); ++s) cept_of_source_[s] = root(static_cast<int>(s));
  cept_seen_.assign(source_.size(), -1);
}

}  // namespace ow
