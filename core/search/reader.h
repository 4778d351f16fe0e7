// Reads the same few words after many language model states.
//
// States that share a suffix share what it says about a word they have no arc for. And as models
// are closed under suffixes, a state can have an arc only for a word its parent has one for: most
// look-ups need not be made.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lm/model.h"
#include "search/state_index.h"

namespace ow {

class WordReader {
 public:
  struct Reading {
    double log10;
    lm::StateId next;
    bool own;  // the state itself has an arc for the word
  };

  /// Forgets everything and gets ready for these words after up to `states` states.
  void start(const lm::Model& model, std::span<const WordId> words, std::size_t states);
  /// The row of a state, to be asked for its readings.
  std::uint32_t row(lm::StateId state);
  /// What the state of a row gives for each of the words; valid until the next call of `row`.
  std::span<const Reading> readings(std::uint32_t row) const {
    return {readings_.data() + row * words_.size(), words_.size()};
  }

 private:
  void read(const lm::Model::State& state, const Reading* parent, Reading* own);

  const lm::Model* model_ = nullptr;
  std::span<const WordId> words_;
  std::vector<Reading> readings_;  // one row after the other
  std::uint32_t rows_ = 0;
  std::vector<std::pair<std::uint32_t, lm::ArcId>>
      candidates_;  // words the parent has, and where to look
  StateIndex index_;
};

}  // namespace ow
