// Probabilities of all pairs of words that come in the same sentence pair, and expectation
// maximisation over them. Models differ only in what they expect of one sentence pair.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "extract/bitext.h"
#include "extract/lexicon.h"

namespace ow {

/// Numbers for the pairs of words of one sentence pair, and for each word with the null word.
/// `forward` belongs to p(target word | source word), `reverse` to p(source word | target word).
struct Cells {
  std::size_t sentence;
  std::size_t sources, targets;  // words
  float* forward;                // [target * sources + source]
  float* reverse;                // [source * targets + target]
  float* forward_null;           // [target]
  float* reverse_null;           // [source]
};

/// What happens to one sentence pair: gets probabilities and leaves expected counts.
using Expectation = std::function<void(const Cells&)>;
/// Gives each thread one of its own.
using MakeExpectation = std::function<Expectation()>;

class PairTable {
 public:
  /// Probability of pairs that were forgotten.
  static constexpr float kFloor = 1e-9f;

  /// All pairs are equally probable. The bitext must outlive the table. Counts of other texts, if
  /// given, are added to those of this one: in `source_given_target` those of the reverse
  /// direction, in `target_given_source` those of the forward direction. So is the count
  /// `identical`, to pairs of a word with itself.
  PairTable(const Bitext& bitext, const Lexicon* prior, float identical, unsigned threads);

  /// Asks for the expected counts of every sentence pair, on several threads, and adds them up. The
  /// sums do not depend on the number of threads.
  void count(const MakeExpectation& make);
  /// Shows the probabilities of every sentence pair, on several threads.
  void visit(const MakeExpectation& make) const;
  /// The sums since the last `maximise`, as a prior for other texts.
  Lexicon sums() const;
  /// Turns the sums into probabilities, none of which is below `floor`, and begins new ones.
  void maximise(float floor);
  /// Forgets pairs with less than this probability in both directions.
  void prune(float threshold);
  /// The pairs that are more probable than what a lexicon gives to pairs it does not know.
  Lexicon lexicon() const;

 private:
  struct Entry {
    std::uint32_t target;
    float forward, reverse;
  };
  struct Counts {
    float forward, reverse;
  };
  struct Place {
    std::uint32_t sentence;
    std::uint32_t word;
  };
  struct Null {
    std::vector<float> probabilities;
    std::vector<double> counts, prior;
    double rest = 0;
  };
  class Block;  // of sentence pairs whose cells are in memory at the same time

  /// Calls work(block) for the sentence pairs, block by block.
  template <class Work>
  void in_blocks(Work&& work) const;
  /// Calls work(row, slots, places) for each source word of a block, on several threads. `slots`
  /// has the place in `entries_` of each target word of these sentences.
  template <class Work>
  void for_each_row(const Block& block, Work&& work) const;
  template <class OfEntry, class OfNull>
  Lexicon collect(double least, OfEntry&& of_entry, OfNull&& of_null) const;
  void add_pairs();
  void add_prior(const Lexicon& prior);
  void add_identical(float count);
  void begin_sums();
  void gather(Block& block) const;
  void expect(Block& block, const MakeExpectation& make) const;
  void scatter(const Block& block);

  const Bitext& bitext_;
  unsigned threads_;
  std::vector<Entry> entries_;         // row by row; the first is for pairs that were forgotten
  std::vector<std::uint64_t> begins_;  // of the row of each source word, and the end
  std::vector<Counts> counts_;         // of each entry
  std::vector<Counts> prior_;          // of each entry, if there is a prior
  // Of each source word and of each target word, counts of pairs that only the prior has.
  std::vector<double> row_rest_, column_rest_;
  Null forward_null_, reverse_null_;         // of each target word, of each source word
  std::vector<Place> places_;                // of each source word in turn, in order
  std::vector<std::uint64_t> place_begins_;  // where those of each source word begin, and the end
  std::vector<std::size_t> row_cuts_;        // parts of the rows with about equal work
};

}  // namespace ow
