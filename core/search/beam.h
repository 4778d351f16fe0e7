// Stack decoding, as SMT decoders do it: one stack a source position, the best hypotheses of each
// kept, equal language model states recombined.
#pragma once

#include <limits>
#include <memory>

#include "search/task.h"

namespace ow {

struct BeamOptions {
  std::uint32_t n = 1;        // how many derivations
  bool distinct = false;      // one derivation a string
  std::uint32_t stack = 100;  // hypotheses kept a source position; 0: all
  /// Hypotheses that score this much below the best of their stack are dropped.
  double threshold = std::numeric_limits<double>::infinity();
  /// With `distinct`: at most so many derivations are looked at for each string asked for; 0: all.
  std::uint32_t derivations_per_string = 20;
};

/// Memory a search reuses from sentence to sentence; one a thread.
class BeamWorkspace {
 public:
  BeamWorkspace();
  ~BeamWorkspace();
  BeamWorkspace(BeamWorkspace&&) noexcept;
  BeamWorkspace& operator=(BeamWorkspace&&) noexcept;

  struct Memory;
  Memory& memory() { return *memory_; }

 private:
  std::unique_ptr<Memory> memory_;
};

/// The best derivations among those no stack dropped, sorted by score, then text, then edges. They
/// are `complete` when nothing was dropped; the first is `optimal` also when nothing that was
/// dropped could have come to its score.
SearchResult search_beam(const Task& task, const BeamOptions& options, BeamWorkspace& workspace);

}  // namespace ow
