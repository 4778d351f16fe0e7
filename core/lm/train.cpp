#include "lm/train.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "lm/arpa_writer.h"
#include "lm/train_corpus.h"
#include "lm/train_counts.h"
#include "lm/train_estimate.h"
#include "lm/train_prune.h"

namespace ow::lm {
namespace {

void check(const TrainOptions& options) {
  constexpr std::uint64_t kLeastMemory = std::uint64_t{1} << 20;
  if (options.order < 1 || options.order > kLongestOrder)
    throw Error("the order of a model is 1 to 5, not " + std::to_string(options.order));
  if (options.memory < kLeastMemory)
    throw Error("training needs at least 1 MiB of memory, not " + std::to_string(options.memory) +
                " bytes");
  const auto& cutoffs = options.cutoffs;
  if (cutoffs.size() > options.order)
    throw Error("there are " + std::to_string(cutoffs.size()) + " cut-offs for a model of order " +
                std::to_string(options.order) + "; give at most one an order");
  if (!cutoffs.empty() && cutoffs.front() != 0)
    throw Error("the cut-off of order 1 must be 0; limit the vocabulary to drop rare words");
  if (!std::is_sorted(cutoffs.begin(), cutoffs.end()))
    throw Error(
        "a cut-off is below that of the order before it; longer n-grams could not be kept "
        "without the shorter ones inside them");
  if (!(options.entropy >= 0 && std::isfinite(options.entropy)))
    throw Error("the threshold of entropy pruning must be a number from 0 on");
}

float log10_of(float value) {
  constexpr float kNever = -99;
  return value > 0 ? std::log10(value) : kNever;
}

template <class Key>
void write_order(ArpaWriter& arpa, unsigned order, const Words& words, const Packing<Key>& packing,
                 Source<Estimate<Key>>& ngrams, Source<Backoff<Key>>* backoffs, Pulse& pulse) {
  arpa.begin_order(order);
  std::string text;
  for (; const Estimate<Key>* ngram = ngrams.head(); ngrams.pop()) {
    pulse.beat();
    text.clear();
    for (unsigned i = 0; i < order; ++i) {
      if (i > 0) text += ' ';
      text += words[packing.word(ngram->key, i)];
    }
    const float probability = log10_of(ngram->probability);
    if (backoffs == nullptr) {
      arpa.ngram(probability, text);
      continue;
    }
    float weight = 1;
    if (const Backoff<Key>* head = backoffs->head(); head != nullptr && head->key == ngram->key) {
      weight = head->weight;
      backoffs->pop();
    }
    arpa.ngram(probability, text, log10_of(weight));
  }
}

template <class Key>
void write_arpa(const TextInput& output, const Words& words, const Packing<Key>& packing,
                Estimates<Key>& estimates, Pulse& pulse) {
  const auto order = static_cast<unsigned>(estimates.sizes.size());
  ArpaWriter arpa(output.fd, output.name);
  arpa.header(estimates.sizes);
  arpa.begin_order(1);
  for (WordId word = 0; word < words.size(); ++word) {
    const float probability = word == kBegin ? 0 : log10_of(estimates.unigrams[word]);
    if (order == 1)
      arpa.ngram(probability, words[word]);
    else
      arpa.ngram(probability, words[word], log10_of(estimates.unigram_backoffs[word]));
  }
  for (unsigned m = 2; m <= order; ++m)
    write_order(arpa, m, words, packing, *estimates.longer[m - 2].read(),
                m < order ? estimates.backoffs[m - 2].get() : nullptr, pulse);
  arpa.finish();
}

template <class Key>
TrainReport train_with(Corpus& corpus, unsigned word_bits, const TextInput& output,
                       const TrainOptions& options, Pulse& pulse) {
  const Packing<Key> packing(word_bits);
  const std::size_t vocabulary = corpus.words.size();
  // The words, and the tables by word of the estimator.
  const std::size_t taken =
      corpus.words.memory() + vocabulary * (sizeof(std::uint64_t) + (options.order + 2) * 4);
  const std::uint64_t text_length = corpus.tokens + corpus.sentences;
  const Workspace space{
      std::max(options.memory / 4, options.memory - std::min(options.memory, taken)), text_length,
      options.folder};

  auto counts = count_ngrams<Key>(corpus, options.order, packing, space, pulse);
  TrainReport report;
  report.tokens = corpus.tokens;
  report.sentences = corpus.sentences;
  for (unsigned m = 1; m <= options.order; ++m)
    report.discounts.push_back(
        discounts_of(m, counts.statistics[m - 1], options.fallback_discounts));

  Workspace rest = space;
  for (const auto& source : counts.longer) rest.memory -= std::min(rest.memory, source->memory());
  Estimates<Key> estimates =
      Estimator<Key>(packing, options, text_length, report.discounts, rest, vocabulary)
          .run(counts, pulse);
  counts.longer.clear();
  if (options.entropy > 0) Pruner<Key>(packing, options, space).run(estimates, pulse);
  report.ngram_counts = estimates.sizes;
  write_arpa(output, corpus.words, packing, estimates, pulse);
  return report;
}

}  // namespace

TrainReport train(const std::vector<TextInput>& inputs, const TextInput& output,
                  const TrainOptions& options) {
  check(options);
  Pulse pulse(options.pulse);
  Corpus corpus = read_corpus(inputs, options, pulse);
  const auto word_bits = static_cast<unsigned>(std::bit_width(corpus.words.size() - 1));
  const unsigned bits = word_bits * options.order;
  if (bits <= 8 * sizeof(NarrowKey))
    return train_with<NarrowKey>(corpus, word_bits, output, options, pulse);
  if (bits <= 8 * sizeof(WideKey))
    return train_with<WideKey>(corpus, word_bits, output, options, pulse);
  throw Error(std::to_string(corpus.words.size()) + " different words are too many for order " +
              std::to_string(options.order) + "; limit the vocabulary or lower the order");
}

}  // namespace ow::lm
