#include "lm/model.h"

#include "lm/sections.h"

namespace ow::lm {

const FileKind Model::kKind{{'O', 'W', 'L', 'M', '\r', '\n', '\x1a', '\n'}, 2, "language model"};

Model::Model(std::string path) : file_(std::move(path), kKind), vocabulary_(file_, kVocabulary) {
  const auto info = file_.section<Info>(kInfo);
  if (info.size() != 1) file_.corrupt("the description has the wrong size");
  info_ = info[0];
  if (info_.order < 1 || info_.order > kMaxOrder || info_.quantised > 1)
    file_.corrupt("the description makes no sense");
  if (quantised()) {
    coded_states_ = file_.section<CodedState>(kStates);
    coded_arcs_ = file_.section<CodedArc>(kArcs);
    books_ = file_.section<float>(kBooks);
  } else {
    plain_states_ = file_.section<PlainState>(kStates);
    plain_arcs_ = file_.section<PlainArc>(kArcs);
  }
  extensions_ = file_.section<std::uint8_t>(kExtensions);
  leeways_ = file_.section<Leeway>(kLeeways);
  if (file_.has_section(kProspects)) prospects_ = file_.section<std::uint8_t>(kProspects);
  hints_ = file_.section<std::int16_t>(kHints);
  check();
  for (unsigned length = 0; length < info_.order; ++length)
    first_arc_of_order_[length] = first_arc(info_.first_state[length]);
  first_long_arc_ = first_arc_of_order_[info_.order < 2 ? 0 : info_.order - 2];
  scale_ = hint_scale(vocabulary_.size());
}

void Model::check() const {
  const std::size_t states = state_count();
  const std::size_t stored = quantised() ? coded_states_.size() : plain_states_.size();
  const std::size_t arcs = quantised() ? coded_arcs_.size() : plain_arcs_.size();
  const WordId words = vocabulary_.size();
  if (words == 0 || states == 0 || stored != states + 1 || words > arcs ||
      hints_.size() != arcs / kHintSpan + 1 || extensions_.size() > arcs ||
      prospects_.size() > extensions_.size() || leeways_.size() != states ||
      (quantised() && books_.size() != 2 * kMaxOrder * 256))
    file_.corrupt("the sections disagree in size");
  if (info_.begin_sentence >= words || info_.end_sentence >= words || info_.unknown >= words ||
      info_.begin_state >= states)
    file_.corrupt("a special word lies outside the vocabulary");
  if (info_.first_state[0] != 0 || info_.first_state[1] != 1)
    file_.corrupt("the empty context is not the first and only one of its length");
  for (unsigned length = 0; length < info_.order; ++length) {
    if (info_.first_state[length] > info_.first_state[length + 1])
      file_.corrupt("the states are not sorted by length");
  }
  const State empty = state(empty_state());
  if (empty.begin != 0 || empty.end != words) file_.corrupt("the empty context lacks a word");
}

unsigned Model::length(StateId state) const {
  unsigned length = 0;
  while (length + 1 < info_.order && state >= info_.first_state[length + 1]) ++length;
  return length;
}

std::size_t Model::prob_book(ArcId arc) const {
  unsigned length = 0;
  while (length + 1 < info_.order && arc >= first_arc_of_order_[length + 1]) ++length;
  return length * 256;
}

Model::Step Model::step(StateId id, WordId word) const {
  if (word >= vocabulary_.size()) word = info_.unknown;
  return with_arcs([&](const auto& arcs) {
    double log10 = 0.0;
    for (;;) {
      if (id == empty_state()) {
        const Arc taken = read(arcs[word], word);
        return Step{log10 + taken.log10, taken.next, 1};
      }
      const State at = state(id);
      const auto own = finder(arcs, at.begin, at.end);
      const ArcId place = own.find(word);
      if (place != kNoArc) {
        const Arc taken = read(own[place], at.begin + place);
        return Step{log10 + taken.log10, taken.next, length(id) + 1};
      }
      log10 += at.backoff;
      // Parents come before their children, so a walk up always ends.
      if (at.parent >= id) file_.corrupt("a state is its own ancestor");
      id = at.parent;
    }
  });
}

}  // namespace ow::lm
