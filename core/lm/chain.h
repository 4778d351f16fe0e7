// The steps of a whole sentence, with the memory of all its words on its way at the same time.
//
// Reading word by word waits for memory at each step, for the next state is known only when the
// last has been found. Here all unigrams are read first, then all bigrams, and so on: an n-gram can
// only be there if the one without its first word is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "lm/model.h"

namespace ow::lm {

class Chain {
 public:
  /// What Model::step would give, word after word, from a state; words are of the model's
  /// vocabulary. Valid until the next call.
  std::span<const Model::Step> read(const Model& model, StateId state,
                                    std::span<const WordId> words);

 private:
  static constexpr StateId kNone = UINT32_MAX;

  /// A word looked for among the arcs of a state.
  template <class Stored>
  struct Wanted {
    std::uint32_t word;  // its place in the sentence
    ArcId first_arc;
    ArcFinder<Stored> finder;
    ArcId place;
  };
  /// The contexts of one length, by the place of the word they precede.
  struct Contexts {
    std::vector<StateId> states;  // kNone where the model has no state of just this length
    std::vector<float> backoffs;
  };

  void read_unigrams(const Model& model, std::span<const WordId> words);
  template <class Stored>
  void extend(const Model& model, const View<Stored>& arcs, std::span<const WordId> words,
              unsigned length);
  void take(const Model& model, std::uint32_t word, const Model::Arc& arc, unsigned matched);
  void pay_back_offs(const Model& model);

  std::array<Contexts, kMaxOrder> contexts_;  // by length
  std::vector<Model::Step> steps_;
  std::tuple<std::vector<Wanted<PlainArc>>, std::vector<Wanted<CodedArc>>> wanted_;
};

}  // namespace ow::lm
