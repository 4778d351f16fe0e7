// Entropy pruning of a finished estimate (Stolcke 1998).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lm/train_estimate.h"

namespace ow::lm {

/// Drops n-grams with a loss below the threshold, unless longer ones that stay need them as their
/// context, and computes the back-off weights anew.
template <class Key>
class Pruner {
 public:
  Pruner(const Packing<Key>& packing, const TrainOptions& options, const Workspace& space)
      : packing_(packing), options_(options), space_(space) {}

  void run(Estimates<Key>& estimates, Pulse& pulse) {
    estimates.backoffs.clear();  // they change; their memory is needed
    std::vector<Spool<Judged>> judged;
    std::unique_ptr<Source<Occurrence<Key>>> needed;
    for (unsigned order = options_.order; order >= 2; --order)
      judged.push_back(judge(order, *estimates.longer[order - 2].read(), needed, pulse));
    std::vector<std::unique_ptr<Source<Judged>>> sources;
    for (auto spool = judged.rbegin(); spool != judged.rend(); ++spool)
      sources.push_back(spool->read());
    renormalise(estimates, sources, pulse);
  }

 private:
#pragma pack(push, 4)
  struct Judged {
    Key key;
    float probability;
    std::uint32_t kept;
  };
#pragma pack(pop)

  /// Decides about one order. `needed` gives the n-grams of this order that are contexts of longer
  /// ones that stay, and is replaced by those of the order below.
  Spool<Judged> judge(unsigned order, Source<Estimate<Key>>& ngrams,
                      std::unique_ptr<Source<Occurrence<Key>>>& needed, Pulse& pulse) {
    Spool<Judged> judged(options_.folder);
    // The needed n-grams of two orders are held at a time.
    auto contexts = make_sorters<Occurrence<Key>>({packing_.bits(order - 2)},
                                                  {space_.memory / 2, space_.most, space_.folder});
    std::optional<Key> last;
    for (; const Estimate<Key>* ngram = ngrams.head(); ngrams.pop()) {
      pulse.beat();
      bool kept = ngram->loss >= options_.entropy;
      const Occurrence<Key>* wanted = needed ? needed->head() : nullptr;
      if (wanted != nullptr && wanted->key == ngram->key) {
        kept = true;
        needed->pop();
      }
      judged.add({ngram->key, ngram->probability, kept});
      const Key context = packing_.context(ngram->key, order);
      if (kept && context != last) {
        contexts.front().add({context});
        last = context;
      }
    }
    needed = contexts.front().finish();
    return judged;
  }

  void renormalise(Estimates<Key>& estimates,
                   const std::vector<std::unique_ptr<Source<Judged>>>& sources, Pulse& pulse) {
    const std::size_t vocabulary = estimates.unigrams.size();
    BackoffCollector<Key> backoffs(packing_, options_.order, vocabulary, space_);
    LevelTables tables(options_.order, std::vector<float>(vocabulary));
    tables[0] = estimates.unigrams;
    estimates.longer.clear();
    for (unsigned m = 2; m <= options_.order; ++m) {
      estimates.longer.emplace_back(options_.folder);
      estimates.sizes[m - 1] = 0;
    }
    const auto visit = [&](unsigned order, Key context, std::span<const Judged> block) {
      const std::vector<float>& lower = tables[order - 2];
      double backed_off = 1, lower_backed_off = 1;
      bool any = false;
      for (const Judged& ngram : block) {
        if (!ngram.kept) continue;
        any = true;
        backed_off -= ngram.probability;
        lower_backed_off -= lower[packing_.last(ngram.key, order)];
        estimates.longer[order - 2].add({ngram.key, ngram.probability, 0});
        ++estimates.sizes[order - 1];
      }
      // Where every word is listed nothing ever backs off.
      const double weight =
          any && backed_off > 0 && lower_backed_off > 0 ? backed_off / lower_backed_off : 1;
      for (const Judged& ngram : block) {
        const WordId word = packing_.last(ngram.key, order);
        tables[order - 1][word] =
            ngram.kept ? ngram.probability : static_cast<float>(weight * lower[word]);
      }
      if (any) backoffs.add(context, order - 1, weight);
    };
    ContextWalk(packing_, sources, pulse, visit);
    backoffs.finish(estimates);
  }

  Packing<Key> packing_;
  const TrainOptions& options_;
  Workspace space_;
};

}  // namespace ow::lm
