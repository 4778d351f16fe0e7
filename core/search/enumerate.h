// The n best strings of a product, best first.
//
// A hypothesis is a beginning of a string with all the ways the lattice can make it: for each trie
// node it may have reached, the best score of the edges on the way. As `backward` scores are exact,
// so is the score of the best string that begins like this: the first complete hypothesis to come
// out of the queue is the best string, the second the second best, and derivations of one string
// have met long before.
#pragma once

#include <cstdint>
#include <vector>

#include "search/product.h"
#include "search/task.h"

namespace ow {

class Enumerator {
 public:
  /// Adds at most n answers to the result, in order. False when the work limit was hit.
  bool run(Product& product, std::uint32_t n, SearchResult& result);

 private:
  /// One way to make the beginning: at this trie node in this state.
  struct Way {
    std::uint32_t node, state;
    double score;        // of the edges completed so far
    std::uint32_t from;  // the way before, kNone at the start
    std::uint32_t edge;  // completed in between, kNone when a word was read
  };
  struct Hypothesis {
    double best;  // score of the best string that begins like this
    double lm;    // language model score of the words so far
    std::uint32_t parent;
    LocalWord word;  // kNoWord for the start and for complete strings
    std::uint32_t first_way, way_count;
    bool complete;
  };
  /// A word that can come next.
  struct Candidate {
    LocalWord word;
    double log10;
    double best;
    std::uint32_t first;  // of its transitions, a linked list
  };
  struct Transition {
    Way way;
    std::uint32_t next;
  };
  struct Queued {
    double key;  // `best` on the grid of search/order.h
    std::uint32_t hypothesis;
  };
  /// Heap order: the best score on top, the first in text order among equals.
  struct Later {
    const Enumerator* owner;
    bool operator()(const Queued& a, const Queued& b) const;
  };

  void expand(std::uint32_t index);
  /// Enters the roots behind the edges that end where the hypothesis is.
  void follow_edges(std::uint32_t index);
  void leave(std::uint32_t way);
  /// Collects the words that can follow a way.
  void read_words(std::uint32_t way);
  /// Whether a string of this score can be among the n best.
  bool take_place(double score);
  void push(const Hypothesis& hypothesis);
  std::uint32_t pop();
  int text_compare(std::uint32_t a, std::uint32_t b) const;
  std::vector<LocalWord> spell(std::uint32_t index) const;
  Answer answer(std::uint32_t index) const;

  static constexpr std::uint32_t kNone = Product::kNone;

  Product* product_ = nullptr;
  const Lattice* lattice_ = nullptr;
  std::uint64_t work_ = 0;
  std::uint32_t n_ = 0;
  std::vector<Way> ways_;
  std::vector<Hypothesis> hypotheses_;
  std::vector<Queued> queue_;   // heap
  std::vector<double> places_;  // the n best scores seen, a heap with the least on top
  double least_ = 0.0;          // what a string needs from the words of the hypothesis at hand on
  // Scratch of one expansion.
  std::vector<Candidate> candidates_;
  std::vector<Transition> transitions_;
  std::vector<std::uint32_t> candidate_of_;  // by local word
  std::vector<std::uint32_t> seen_child_;    // by trie node: stamp of the way that read it last
  std::uint32_t seen_stamp_ = 0;
  std::vector<std::uint32_t> root_way_;  // by source position
  std::vector<std::uint32_t> entered_;   // positions with a root_way_
};

}  // namespace ow
