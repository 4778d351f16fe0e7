#include "lm/model.h"

#include <algorithm>

#include "lm/sections.h"

namespace ow::lm {

const FileKind Model::kKind{{'O', 'W', 'L', 'M', '\r', '\n', '\x1a', '\n'}, 1, "language model"};

Model::Model(std::string path)
    : file_(std::move(path), kKind),
      info_(file_.section<Info>(kInfo)[0]),
      vocabulary_(file_, kVocabulary),
      first_arc_(file_.section<std::uint32_t>(kFirstArc)),
      parents_(file_.section<StateId>(kParents)),
      arc_words_(file_.section<WordId>(kArcWords)),
      arc_next_(file_.section<StateId>(kArcNext)) {
  if (quantised()) {
    backoff_codes_ = file_.section<std::uint8_t>(kBackoffs);
    arc_codes_ = file_.section<std::uint8_t>(kArcProbs);
    books_ = file_.section<float>(kBooks);
  } else {
    backoffs_ = file_.section<float>(kBackoffs);
    arc_probs_ = file_.section<float>(kArcProbs);
  }
  check();
  for (unsigned length = 0; length <= info_.order; ++length)
    first_arc_of_order_[length] = first_arc_[info_.first_state[length]];
  scale_ = ~std::uint64_t{0} / vocabulary_.size();
}

void Model::check() const {
  const std::size_t states = parents_.size();
  const std::size_t arcs = arc_words_.size();
  const bool sizes = info_.order >= 1 && info_.order <= kMaxOrder && info_.quantised <= 1 &&
                     states >= 1 && first_arc_.size() == states + 1 &&
                     arc_next_.size() == arcs && vocabulary_.size() >= 1 && first_arc_[0] == 0 &&
                     first_arc_[states] == arcs && vocabulary_.size() <= arcs &&
                     (quantised() ? backoff_codes_.size() == states && arc_codes_.size() == arcs &&
                                        books_.size() == 2 * kMaxOrder * 256
                                  : backoffs_.size() == states && arc_probs_.size() == arcs);
  if (!sizes) file_.corrupt("the sections disagree in size");
  const WordId words = vocabulary_.size();
  if (info_.begin_sentence >= words || info_.end_sentence >= words || info_.unknown >= words ||
      info_.begin_state >= states)
    file_.corrupt("a special word lies outside the vocabulary");
  if (info_.first_state[0] != 0 || info_.first_state[info_.order] != states)
    file_.corrupt("the states are not sorted by length");
  for (unsigned length = 0; length < info_.order; ++length) {
    if (info_.first_state[length] > info_.first_state[length + 1])
      file_.corrupt("the states are not sorted by length");
  }
}

unsigned Model::length(StateId state) const {
  unsigned length = 0;
  while (length + 1 < info_.order && state >= info_.first_state[length + 1]) ++length;
  return length;
}

std::size_t Model::prob_book(ArcId arc) const {
  unsigned length = 0;
  while (length + 1 < info_.order && arc >= first_arc_of_order_[length + 1]) ++length;
  return length;
}

Model::Step Model::step(StateId state, WordId word) const {
  if (word >= vocabulary_.size()) word = info_.unknown;
  double log10 = 0.0;
  for (;;) {
    const ArcId arc = find(state, word);
    if (arc != kNoArc) return {log10 + arc_log10(arc), arc_next_[arc], length(state) + 1};
    log10 += backoff_log10(state);
    const StateId shorter = parents_[state];
    // Parents come before their children, so a walk up always ends.
    if (shorter >= state) file_.corrupt("a state is its own ancestor");
    state = shorter;
  }
}

}  // namespace ow::lm
