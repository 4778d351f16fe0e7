// One binding file a room of the core; each adds its part of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace ow::bindings {

void bind_errors(nanobind::module_& module);
void bind_lm(nanobind::module_& module);
void bind_lm_train(nanobind::module_& module);
void bind_table(nanobind::module_& module);
void bind_pairs(nanobind::module_& module);
void bind_text(nanobind::module_& module);
void bind_surface(nanobind::module_& module);
void bind_monte_carlo(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_units(nanobind::module_& module);
void bind_unit_search(nanobind::module_& module);
void bind_extract(nanobind::module_& module);
void bind_features(nanobind::module_& module);
void bind_likeness(nanobind::module_& module);
void bind_vectors(nanobind::module_& module);
void bind_analysis(nanobind::module_& module);
void bind_analysis_train(nanobind::module_& module);
void bind_patterns(nanobind::module_& module);
void bind_clusters(nanobind::module_& module);
void bind_context(nanobind::module_& module);

}  // namespace ow::bindings
