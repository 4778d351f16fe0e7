#include "extract/lexicon.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace ow {
namespace {

bool in_order(const Lexicon::Pair& a, const Lexicon::Pair& b) {
  return std::tie(a.source, a.target) < std::tie(b.source, b.target);
}

}  // namespace

LinkCounts count_links(const Bitext& bitext, const Links& links) {
  check_links(links, bitext, "alignment");
  // Numbers from 1 on, so that 0 is the null word.
  std::vector<std::uint64_t> pairs;
  pairs.reserve(links.link_count());
  std::vector<char> source_linked, target_linked;
  for (std::size_t i = 0; i < bitext.size(); ++i) {
    const auto source = bitext.source.words(i), target = bitext.target.words(i);
    source_linked.assign(source.size(), 0);
    target_linked.assign(target.size(), 0);
    const auto add = [&](std::uint64_t s, std::uint64_t t) { pairs.push_back(s << 32 | t); };
    for (const Link link : links[i]) {
      add(source[link.source] + 1, target[link.target] + 1);
      source_linked[link.source] = target_linked[link.target] = 1;
    }
    for (std::size_t s = 0; s < source.size(); ++s)
      if (!source_linked[s]) add(source[s] + 1, 0);
    for (std::size_t t = 0; t < target.size(); ++t)
      if (!target_linked[t]) add(0, target[t] + 1);
  }
  std::sort(pairs.begin(), pairs.end());
  const auto identity = [](const Sentences& side, std::uint32_t number) {
    return number == 0 ? kNullWord : side.identities()[number - 1];
  };
  LinkCounts counts;
  for (std::size_t i = 0; i < pairs.size();) {
    std::size_t end = i;
    while (end < pairs.size() && pairs[end] == pairs[i]) ++end;
    counts.source.push_back(identity(bitext.source, static_cast<std::uint32_t>(pairs[i] >> 32)));
    counts.target.push_back(identity(bitext.target, static_cast<std::uint32_t>(pairs[i])));
    counts.count.push_back(static_cast<std::int64_t>(end - i));
    i = end;
  }
  return counts;
}

Lexicon::Lexicon(std::vector<Pair> pairs) : pairs_(std::move(pairs)) {
  std::sort(pairs_.begin(), pairs_.end(), in_order);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (i > 0 && pairs_[i].source == pairs_[i - 1].source) continue;
    sources_.push_back(pairs_[i].source);
    begins_.push_back(i);
  }
  begins_.push_back(pairs_.size());
}

Lexicon Lexicon::from_counts(std::span<const std::int64_t> source,
                             std::span<const std::int64_t> target,
                             std::span<const std::int64_t> count) {
  if (source.size() != count.size() || target.size() != count.size())
    throw Error("the columns of a lexicon differ in length");
  std::vector<std::size_t> order(count.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(source[a], target[a]) < std::tie(source[b], target[b]);
  });
  std::vector<Pair> pairs;
  std::vector<std::int64_t> counts;
  std::unordered_map<std::int64_t, std::int64_t> of_source, of_target;
  for (const std::size_t i : order) {
    if (count[i] < 1) throw Error("a count of a lexicon is not positive");
    if (pairs.empty() || pairs.back().source != source[i] || pairs.back().target != target[i]) {
      pairs.push_back({source[i], target[i], 0, 0});
      counts.push_back(0);
    }
    counts.back() += count[i];
    of_source[source[i]] += count[i];
    of_target[target[i]] += count[i];
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto both = static_cast<double>(counts[i]);
    pairs[i].source_given_target = both / static_cast<double>(of_target[pairs[i].target]);
    pairs[i].target_given_source = both / static_cast<double>(of_source[pairs[i].source]);
  }
  return Lexicon(std::move(pairs));
}

std::uint32_t Lexicon::row(std::int64_t source) const {
  const auto found = std::lower_bound(sources_.begin(), sources_.end(), source);
  if (found == sources_.end() || *found != source) return kUnknown;
  return static_cast<std::uint32_t>(found - sources_.begin());
}

const Lexicon::Pair* Lexicon::find(std::uint32_t row, std::int64_t target) const {
  if (row == kUnknown) return nullptr;
  const auto begin = pairs_.begin() + static_cast<std::ptrdiff_t>(begins_[row]);
  const auto end = pairs_.begin() + static_cast<std::ptrdiff_t>(begins_[row + 1]);
  const auto found = std::lower_bound(
      begin, end, target, [](const Pair& pair, std::int64_t t) { return pair.target < t; });
  return found != end && found->target == target ? &*found : nullptr;
}

}  // namespace ow
