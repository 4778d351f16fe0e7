#include "lm/build.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/hash.h"
#include "lm/quantise.h"
#include "lm/sections.h"

namespace ow::lm {
namespace {

constexpr float kAdded = std::numeric_limits<float>::quiet_NaN();
constexpr float kMissingUnknown = -100.0f;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

template <class T>
void reorder(std::vector<T>& values, const std::vector<std::uint32_t>& order) {
  std::vector<T> sorted;
  sorted.reserve(values.size());
  for (const std::uint32_t i : order) sorted.push_back(std::move(values[i]));
  values = std::move(sorted);
}

std::vector<std::int16_t> make_hints(const std::vector<ArcId>& first_arc,
                                     const std::vector<std::vector<PlainArc>>& arcs,
                                     std::size_t words) {
  std::vector<std::int16_t> hints(first_arc.back() / kHintSpan + 1, kNoHint);
  const std::uint64_t scale = hint_scale(static_cast<std::uint32_t>(words));
  std::size_t order = 0;
  ArcId first_of_order = 0;
  for (std::size_t state = 0; state + 1 < first_arc.size(); ++state) {
    const ArcId begin = first_arc[state], count = first_arc[state + 1] - begin;
    while (begin - first_of_order >= arcs[order].size() && order + 1 < arcs.size())
      first_of_order += static_cast<ArcId>(arcs[order++].size());
    ArcId arc = 0;
    for (ArcId range = 0; range < count / kHintSpan; ++range) {
      while (arc < count &&
             hint_range(count, arcs[order][begin - first_of_order + arc].word, scale) < range)
        ++arc;
      const std::int64_t shift = std::int64_t{arc} - range * kHintSpan;
      if (std::abs(shift) < INT16_MAX)
        hints[begin / kHintSpan + range] = static_cast<std::int16_t>(shift);
    }
  }
  return hints;
}

}  // namespace

ModelBuilder::Index ModelBuilder::Level::find(Index context_index, WordId last) const {
  if (slots.empty()) return kNone;
  const std::size_t mask = slots.size() - 1;
  for (std::size_t at = mix(std::uint64_t{context_index} << 32 | last) & mask;;
       at = (at + 1) & mask) {
    const Index i = slots[at];
    if (i == kNone || (context[i] == context_index && word[i] == last)) return i;
  }
}

void ModelBuilder::Level::rehash(std::size_t capacity) {
  slots.assign(capacity, kNone);
  const std::size_t mask = capacity - 1;
  for (Index i = 0; i < size(); ++i) {
    std::size_t at = mix(std::uint64_t{context[i]} << 32 | word[i]) & mask;
    while (slots[at] != kNone) at = (at + 1) & mask;
    slots[at] = i;
  }
}

ModelBuilder::Index ModelBuilder::Level::insert(Index context_index, WordId last, float p,
                                                float b) {
  if (size() >= kNone - 1) throw FormatError("more than four thousand million n-grams an order");
  const Index i = static_cast<Index>(size());
  context.push_back(context_index);
  word.push_back(last);
  log10.push_back(p);
  backoff.push_back(b);
  if (size() * 4 > slots.size() * 3) {
    rehash(std::max<std::size_t>(1024, slots.size() * 2));
  } else {
    const std::size_t mask = slots.size() - 1;
    std::size_t at = mix(std::uint64_t{context_index} << 32 | last) & mask;
    while (slots[at] != kNone) at = (at + 1) & mask;
    slots[at] = i;
  }
  return i;
}

ModelBuilder::ModelBuilder(unsigned order) : order_(order), levels_(order) {
  if (order < 1 || order > kMaxOrder)
    throw FormatError("a language model has order 1 to " + std::to_string(kMaxOrder) + ", not " +
                      std::to_string(order));
  report_.ngram_counts.assign(order, 0);
}

bool ModelBuilder::add_unigram(std::string_view word, float log10, float backoff) {
  const bool fresh = index_of_.emplace(std::string(word), words_.size()).second;
  if (!fresh) return false;
  words_.emplace_back(word);
  levels_[0].log10.push_back(log10);
  levels_[0].backoff.push_back(backoff);
  ++report_.ngram_counts[0];
  return true;
}

bool ModelBuilder::finish_unigrams(std::string& why) {
  for (const std::string_view needed : {kBeginSentence, kEndSentence}) {
    if (!index_of_.contains(std::string(needed))) {
      why = "the unigrams lack " + std::string(needed);
      return false;
    }
  }
  std::string unknown(kUnknownWord);
  if (!index_of_.contains(unknown) && index_of_.contains("<UNK>")) unknown = "<UNK>";
  if (!index_of_.contains(unknown)) {
    add_unigram(unknown, kMissingUnknown, 0.0f);
    report_.unknown_added = true;
    --report_.ngram_counts[0];
  }
  std::vector<std::uint32_t> by_hash(words_.size());
  std::iota(by_hash.begin(), by_hash.end(), 0u);
  std::vector<std::uint64_t> hashes(words_.size());
  std::transform(words_.begin(), words_.end(), hashes.begin(), hash_word);
  std::sort(by_hash.begin(), by_hash.end(),
            [&](std::uint32_t a, std::uint32_t b) { return hashes[a] < hashes[b]; });
  reorder(words_, by_hash);
  Level& unigrams = levels_[0];
  reorder(unigrams.log10, by_hash);
  reorder(unigrams.backoff, by_hash);
  unigrams.context.assign(words_.size(), 0);
  unigrams.suffix.assign(words_.size(), 0);
  unigrams.word.resize(words_.size());
  std::iota(unigrams.word.begin(), unigrams.word.end(), 0u);
  for (Index i = 0; i < words_.size(); ++i) index_of_[words_[i]] = i;
  begin_ = index_of_.at(std::string(kBeginSentence));
  end_ = index_of_.at(std::string(kEndSentence));
  unknown_ = index_of_.at(unknown);
  return true;
}

bool ModelBuilder::find_word(std::string_view word, WordId& id) const {
  const auto found = index_of_.find(std::string(word));
  if (found == index_of_.end()) return false;
  id = found->second;
  return true;
}

ModelBuilder::Index ModelBuilder::find(std::span<const WordId> words) const {
  Index at = words[0];
  for (std::size_t k = 1; k < words.size() && at != kNone; ++k) at = levels_[k].find(at, words[k]);
  return at;
}

ModelBuilder::Index ModelBuilder::require(std::span<const WordId> words) {
  const Index found = find(words);
  if (found != kNone) return found;
  const Index context = require(words.first(words.size() - 1));
  const Index suffix = require(words.subspan(1));
  Level& level = levels_[words.size() - 1];
  level.suffix.push_back(suffix);
  ++report_.added;
  return level.insert(context, words.back(), kAdded, 0.0f);
}

bool ModelBuilder::add(std::span<const WordId> words, float log10, float backoff) {
  Level& level = levels_[words.size() - 1];
  const Index context = require(words.first(words.size() - 1));
  if (level.find(context, words.back()) != kNone) return false;
  level.suffix.push_back(require(words.subspan(1)));
  level.insert(context, words.back(), log10, backoff);
  ++report_.ngram_counts[words.size() - 1];
  return true;
}

void ModelBuilder::fill_added() {
  for (unsigned k = 1; k < order_; ++k) {
    Level& level = levels_[k];
    for (Index i = 0; i < level.size(); ++i) {
      if (std::isnan(level.log10[i]))
        level.log10[i] =
            levels_[k - 1].backoff[level.context[i]] + levels_[k - 1].log10[level.suffix[i]];
    }
  }
}

void ModelBuilder::write_bounds(ContainerWriter& file,
                                const std::vector<std::vector<Index>>& sorted,
                                const std::vector<std::vector<StateId>>& next,
                                std::span<const std::vector<PlainState>> states) const {
  // A word without an arc costs the back-off and leads where it leads from the parent.
  std::vector<double> gain, loss;
  for (const auto& of_length : states) {
    for (const PlainState& state : of_length) {
      gain.push_back(state.backoff);
      loss.push_back(-state.backoff);
    }
  }
  std::vector<std::vector<float>> longer(order_);  // by n-gram: log10 of the best longer one
  std::vector<std::vector<double>> reach(order_);  // the same with what the future gains by it
  for (unsigned k = 0; k + 1 < order_; ++k) {
    longer[k].assign(levels_[k].size(), -kInfinity);
    reach[k].assign(levels_[k].size(), -kInfinity);
  }
  // Longer contexts first: what they gain counts for the shorter ones that lead to them.
  for (unsigned k = order_; k-- > 1;) {
    const Level& level = levels_[k];
    for (Index i = 0; i < level.size(); ++i) {
      const Index suffix = level.suffix[i];
      const StateId state = next[k - 1][level.context[i]];
      // An arc leads to a child of where the parent's arc leads, or to the same state.
      const StateId to = next[k][i];
      const auto further = [&](const std::vector<double>& leeway) {
        if (to == next[k - 1][suffix]) return 0.0;
        return level.word[i] == end_ ? std::max(0.0, leeway[to]) : leeway[to];  // it may be the end
      };
      const double log10 = level.log10[i], more = log10 - levels_[k - 1].log10[suffix];
      gain[state] = std::max(gain[state], more + further(gain));
      loss[state] = std::max(loss[state], -more + further(loss));
      const bool highest = k + 1 == order_;
      longer[k - 1][suffix] =
          std::max({longer[k - 1][suffix], level.log10[i], highest ? -kInfinity : longer[k][i]});
      const double reached = highest ? log10 : std::max(log10, reach[k][i]);
      reach[k - 1][suffix] = std::max(reach[k - 1][suffix], reached + further(gain));
    }
  }
  file.begin_section(kExtensions);
  for (unsigned k = 0; k + 1 < order_; ++k) {
    std::vector<std::uint8_t> codes;
    for (const Index i : sorted[k])
      codes.push_back(encode_extension(longer[k][i], levels_[k].log10[i]));
    file.write(codes.data(), codes.size());
  }
  file.begin_section(kProspects);
  for (unsigned k = 0; k + 2 < order_; ++k) {
    std::vector<std::uint8_t> codes;
    for (const Index i : sorted[k])
      codes.push_back(encode_prospect(reach[k][i] - levels_[k].log10[i]));
    file.write(codes.data(), codes.size());
  }
  std::vector<Leeway> leeways;
  for (std::size_t state = 0; state < gain.size(); ++state)
    leeways.push_back({encode_leeway(gain[state]), encode_leeway(loss[state])});
  file.add_section(kLeeways, leeways);
}

BuildReport ModelBuilder::write(const std::string& path, bool quantise) {
  fill_added();

  // Which n-grams are states: those with extensions or a back-off weight.
  std::vector<std::vector<StateId>> next(order_);
  std::vector<StateId> parents{0};
  std::vector<std::vector<float>> backoffs(order_);
  backoffs[0].push_back(0.0f);
  Info info{};
  info.order = order_;
  info.first_state.fill(0);
  std::vector<std::vector<Index>> sorted(order_);
  for (unsigned k = 0; k < order_; ++k) {
    const Level& level = levels_[k];
    info.first_state[k + 1] = static_cast<StateId>(parents.size());
    // Sorted by the state of the context, then word: the order of the arcs in the file.
    std::vector<Index>& order = sorted[k];
    order.resize(level.size());
    std::iota(order.begin(), order.end(), 0u);
    if (k > 0) {
      std::sort(order.begin(), order.end(), [&](Index a, Index b) {
        const StateId state_a = next[k - 1][level.context[a]];
        const StateId state_b = next[k - 1][level.context[b]];
        return state_a != state_b ? state_a < state_b : level.word[a] < level.word[b];
      });
    }
    std::vector<bool> extended(level.size(), false);
    if (k + 1 < order_) {
      for (const Index context : levels_[k + 1].context) extended[context] = true;
    }
    next[k].resize(level.size());
    for (const Index i : order) {
      const StateId shorter = k == 0 ? 0 : next[k - 1][level.suffix[i]];
      const bool is_state = k + 1 < order_ && (extended[i] || level.backoff[i] != 0.0f);
      next[k][i] = is_state ? static_cast<StateId>(parents.size()) : shorter;
      if (is_state) {
        parents.push_back(shorter);
        backoffs[k + 1].push_back(level.backoff[i]);
        info.largest_backoff = std::max(info.largest_backoff, level.backoff[i]);
      }
    }
  }
  for (unsigned length = order_; length <= kMaxOrder; ++length)
    info.first_state[length] = static_cast<StateId>(parents.size());
  info.begin_sentence = begin_;
  info.end_sentence = end_;
  info.unknown = unknown_;
  info.begin_state = next[0][begin_];
  info.quantised = quantise ? 1 : 0;
  for (unsigned k = 0; k < order_; ++k) info.ngram_counts[k] = levels_[k].size();

  std::vector<ArcId> first_arc(parents.size() + 1, 0);
  first_arc[1] = static_cast<ArcId>(levels_[0].size());
  std::uint64_t arc_count = levels_[0].size();
  for (unsigned k = 1; k < order_; ++k) {
    for (const Index context : levels_[k].context) ++first_arc[next[k - 1][context] + 1];
    arc_count += levels_[k].size();
  }
  if (arc_count >= UINT32_MAX) fail_in_file(path, "more than four thousand million n-grams");
  std::partial_sum(first_arc.begin(), first_arc.end(), first_arc.begin());
  std::vector<std::vector<PlainArc>> arcs(order_);
  for (unsigned k = 0; k < order_; ++k) {
    const Level& level = levels_[k];
    arcs[k].reserve(level.size());
    for (const Index i : sorted[k]) arcs[k].push_back({level.word[i], next[k][i], level.log10[i]});
  }
  std::vector<std::vector<PlainState>> states(order_);
  for (unsigned length = 0; length < order_; ++length) {
    const StateId first = info.first_state[length];
    for (StateId id = first; id < info.first_state[length + 1]; ++id)
      states[length].push_back({first_arc[id], parents[id], backoffs[length][id - first]});
  }

  ContainerWriter file(path, Model::kKind);
  file.add_section(kInfo, std::span<const Info>(&info, 1));
  const PlainState last{first_arc.back(), 0, 0.0f};
  if (quantise) {
    if (parents.size() > kMostCodedStates)
      fail_in_file(path, "a quantised model has at most " + std::to_string(kMostCodedStates) +
                             " contexts, this one has " + std::to_string(parents.size()) +
                             "; prune it or leave it unquantised");
    report_.quantisation_error = write_quantised(file, states, last, arcs);
    for (unsigned k = 0; k < order_; ++k) {
      for (std::size_t at = 0; at < arcs[k].size(); ++at)
        levels_[k].log10[sorted[k][at]] = arcs[k][at].log10;
    }
  } else {
    file.begin_section(kStates);
    for (const auto& of_length : states)
      file.write(of_length.data(), of_length.size() * sizeof(PlainState));
    file.write(&last, sizeof last);
    file.begin_section(kArcs);
    for (const auto& of_order : arcs)
      file.write(of_order.data(), of_order.size() * sizeof(PlainArc));
  }
  write_bounds(file, sorted, next, states);
  file.add_section(kHints, make_hints(first_arc, arcs, words_.size()));
  write_vocabulary(file, kVocabulary, words_);
  file.commit();
  report_.states = parents.size();
  report_.file_bytes = Container(path, Model::kKind).size();
  return report_;
}

}  // namespace ow::lm
