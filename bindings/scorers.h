// Scorers that Python gives: called with the interpreter's lock, from any thread.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <vector>

#include "search/monte_carlo_options.h"

namespace ow::bindings {

using PyScorer =
    nanobind::typed<nanobind::callable, nanobind::typed<nanobind::sequence, double>(
                                            nanobind::typed<nanobind::list, nanobind::str>)>;

/// A scorer for the core, valid as long as the one of Python is.
StringScorer scorer_of(const PyScorer& scorer);
std::vector<StringScorer> scorers_of(const std::optional<std::vector<PyScorer>>& scorers);

}  // namespace ow::bindings
