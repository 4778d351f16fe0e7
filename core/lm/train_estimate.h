// From adjusted counts to probabilities and back-off weights.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "base/external_sort.h"
#include "base/pulse.h"
#include "lm/train_counts.h"
#include "lm/train_discounts.h"
#include "lm/train_walk.h"

namespace ow::lm {

/// A model on its way to its file.
template <class Key>
struct Estimates {
  /// By word.
  std::vector<float> unigrams, unigram_backoffs;
  /// From order 2 on, by context (in suffix order), then by last word.
  std::vector<Spool<Estimate<Key>>> longer;
  /// From order 2 to the one before the highest, in the same order; an n-gram that is no context
  /// has none, its weight is 1.
  std::vector<std::unique_ptr<Source<Backoff<Key>>>> backoffs;
  /// N-grams by order.
  std::vector<std::uint64_t> sizes;
};

/// Collects the back-off weights of contexts, which come in suffix order, and brings them into the
/// order of the n-grams they belong to.
template <class Key>
class BackoffCollector {
 public:
  BackoffCollector(const Packing<Key>& packing, unsigned order, std::size_t vocabulary,
                   const Workspace& space)
      : unigrams_(vocabulary, 1.0f) {
    std::vector<unsigned> bits;
    for (unsigned m = 2; m < order; ++m) bits.push_back(packing.bits(m - 1));
    sorters_ = make_sorters<Backoff<Key>>(bits, space);
  }
  /// `words` is the number of words of the context.
  void add(Key context, unsigned words, double weight) {
    if (words == 1)
      unigrams_[static_cast<WordId>(context)] = static_cast<float>(weight);
    else
      sorters_[words - 2].add({context, static_cast<float>(weight)});
  }
  void finish(Estimates<Key>& estimates) {
    estimates.unigram_backoffs = std::move(unigrams_);
    for (auto& sorter : sorters_) estimates.backoffs.push_back(sorter.finish());
  }

 private:
  std::vector<float> unigrams_;
  std::vector<Sorter<Backoff<Key>>> sorters_;
};

/// Probabilities of words after the contexts at hand: one table a context length, each valid for
/// the words that were stored since its context was entered.
using LevelTables = std::vector<std::vector<float>>;

/// Unigrams interpolated with the uniform distribution; <s> has none.
inline std::vector<float> estimate_unigrams(const std::vector<std::uint64_t>& counts,
                                            const Discounts& discounts) {
  double total = 0, taken = 0;
  for (const std::uint64_t count : counts) {
    total += static_cast<double>(count);
    taken += discount(discounts, count);
  }
  const double uniform = 1.0 / static_cast<double>(counts.size() - 1);
  std::vector<float> probabilities(counts.size());
  for (std::size_t word = 0; word < counts.size(); ++word) {
    const double left = static_cast<double>(counts[word]) - discount(discounts, counts[word]);
    probabilities[word] = static_cast<float>((left + taken * uniform) / total);
  }
  return probabilities;
}

/// By how much the perplexity rises, as a share, when one n-gram is dropped from a context and
/// its probability is left to the back-off (Stolcke 1998). `backed_off` is the mass that backs off
/// now, and `lower_backed_off` that of the same words after the shorter context.
inline double loss_without(double context_probability, double probability, double lower,
                           double backed_off, double lower_backed_off, double weight) {
  const double new_weight = (backed_off + probability) / (lower_backed_off + lower);
  const double own = probability * std::log(new_weight * lower / probability);
  const double others = backed_off > 0 ? backed_off * std::log(new_weight / weight) : 0;
  return std::expm1(-context_probability * (own + others));
}

template <class Key>
class Estimator {
 public:
  /// `text_length` counts all words and </s>.
  Estimator(const Packing<Key>& packing, const TrainOptions& options, std::uint64_t text_length,
            const std::vector<Discounts>& discounts, const Workspace& space, std::size_t vocabulary)
      : packing_(packing),
        options_(options),
        text_length_(static_cast<double>(text_length)),
        discounts_(discounts),
        backoffs_(packing, options.order, vocabulary, space) {}

  Estimates<Key> run(AdjustedCounts<Key>& counts, Pulse& pulse) {
    estimates_.unigrams = estimate_unigrams(counts.unigrams, discounts_[0]);
    estimates_.sizes.assign(options_.order, 0);
    estimates_.sizes[0] = counts.unigrams.size();
    tables_.assign(options_.order, std::vector<float>(counts.unigrams.size()));
    tables_[0] = estimates_.unigrams;
    for (unsigned m = 2; m <= options_.order; ++m) estimates_.longer.emplace_back(options_.folder);
    ContextWalk(packing_, counts.longer, pulse,
                [&](unsigned order, Key context, std::span<const Counted<Key>> block) {
                  estimate(order, context, block);
                });
    backoffs_.finish(estimates_);
    return std::move(estimates_);
  }

 private:
  std::uint64_t cutoff(unsigned order) const {
    const auto& cutoffs = options_.cutoffs;
    return cutoffs.empty() ? 0 : cutoffs[std::min<std::size_t>(order, cutoffs.size()) - 1];
  }

  void estimate(unsigned order, Key context, std::span<const Counted<Key>> block) {
    const Discounts& discounts = discounts_[order - 1];
    const std::uint64_t dropped = cutoff(order);
    double total = 0, left = 0, occurrences = 0;
    bool any = false;
    for (const Counted<Key>& ngram : block) {
      total += ngram.count;
      occurrences += ngram.occurrences;
      const bool kept = ngram.occurrences > dropped;
      left += kept ? discount(discounts, ngram.count) : ngram.count;
      any |= kept;
    }
    if (!any) return;  // all of it backs off, with weight 1
    const double weight = left / total;
    const std::vector<float>& lower = tables_[order - 2];
    std::vector<float>& here = tables_[order - 1];
    kept_.clear();
    for (const Counted<Key>& ngram : block) {
      if (ngram.occurrences <= dropped) continue;
      const WordId word = packing_.last(ngram.key, order);
      const double own = ngram.count - discount(discounts, ngram.count);
      here[word] = static_cast<float>(own / total + weight * lower[word]);
      kept_.push_back({ngram.key, here[word], 0});
    }
    if (options_.entropy > 0) find_losses(order, occurrences / text_length_, weight);
    for (const Estimate<Key>& ngram : kept_) estimates_.longer[order - 2].add(ngram);
    estimates_.sizes[order - 1] += kept_.size();
    backoffs_.add(context, order - 1, weight);
  }

  void find_losses(unsigned order, double context_probability, double weight) {
    const std::vector<float>& lower = tables_[order - 2];
    double lower_backed_off = 1;
    for (const Estimate<Key>& ngram : kept_)
      lower_backed_off -= lower[packing_.last(ngram.key, order)];
    lower_backed_off = std::max(0.0, lower_backed_off);
    for (Estimate<Key>& ngram : kept_)
      ngram.loss = static_cast<float>(loss_without(
          context_probability, ngram.probability, lower[packing_.last(ngram.key, order)],
          weight * lower_backed_off, lower_backed_off, weight));
  }

  Packing<Key> packing_;
  const TrainOptions& options_;
  double text_length_;
  const std::vector<Discounts>& discounts_;
  BackoffCollector<Key> backoffs_;
  Estimates<Key> estimates_;
  LevelTables tables_;
  std::vector<Estimate<Key>> kept_;
};

}  // namespace ow::lm
