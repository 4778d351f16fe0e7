// Visiting all contexts of a model, shorter ones before the longer ones that end in them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/pulse.h"
#include "base/records.h"
#include "lm/train_key.h"

namespace ow::lm {

/// Walks n-grams of order 2 and higher together, each order sorted by context (in suffix order),
/// then by last word. Calls `visit(order, context, block)` with all n-grams of a context. When `a
/// b` is visited as a context, `b` was visited last among the contexts of one word: what was stored
/// about the words after `b` is still there.
template <class Key, class Record, class Visit>
class ContextWalk {
 public:
  ContextWalk(const Packing<Key>& packing,
              const std::vector<std::unique_ptr<Source<Record>>>& sources, Pulse& pulse,
              Visit visit)
      : packing_(packing), sources_(sources), pulse_(pulse), visit_(std::move(visit)) {
    if (!sources.empty()) descend(2, 0);
  }

 private:
  void descend(unsigned order, Key shorter) {
    Source<Record>& source = *sources_[order - 2];
    while (const Record* head = source.head()) {
      const Key context = packing_.context(head->key, order);
      if (packing_.suffix(context, order - 1, order - 2) != shorter) return;
      pulse_.beat();
      block_.clear();
      do {
        block_.push_back(*head);
        source.pop();
        head = source.head();
      } while (head != nullptr && packing_.context(head->key, order) == context);
      visit_(order, context, std::span<const Record>(block_));
      if (order < sources_.size() + 1) descend(order + 1, context);
    }
  }

  Packing<Key> packing_;
  const std::vector<std::unique_ptr<Source<Record>>>& sources_;
  Pulse& pulse_;
  Visit visit_;
  std::vector<Record> block_;
};

}  // namespace ow::lm
