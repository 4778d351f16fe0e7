// Exact search: the n best strings of a lattice in the order of their true scores.
#pragma once

#include <memory>

#include "search/task.h"

namespace ow {

struct ExactOptions {
  std::uint32_t n = 1;  // how many distinct strings, at least 1
  WorkLimit limit;
};

/// Memory a search reuses from sentence to sentence; one a thread.
class ExactWorkspace {
 public:
  ExactWorkspace();
  ~ExactWorkspace();
  ExactWorkspace(ExactWorkspace&&) noexcept;
  ExactWorkspace& operator=(ExactWorkspace&&) noexcept;

  struct Memory;
  Memory& memory() { return *memory_; }

 private:
  std::unique_ptr<Memory> memory_;
};

/// Each answer is a different string with the best of its derivations, sorted by score (to 1e-9),
/// then text. When the work limit is reached before the first answer is proven, there are no
/// answers and `upper_bound` tells what an answer could score at most; when it is reached later,
/// the answers found so far are exact and `complete` is false. There are no answers, either, where
/// scores add up to more than a million: sums would not tell strings apart to 1e-9.
SearchResult search_exact(const Task& task, const ExactOptions& options, ExactWorkspace& workspace);

}  // namespace ow
