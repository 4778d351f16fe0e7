#include "rooms.h"

NB_MODULE(_core, module) {
  module.doc() = "The C++ core of otherwords; use the package, not this module.";
  // Arrow never lets go of columns that are alive when the interpreter exits: no leak of ours.
  nanobind::set_leak_warnings(false);
  module.attr("version") = OTHERWORDS_VERSION;
  ow::bindings::bind_errors(module);
  ow::bindings::bind_lm(module);
  ow::bindings::bind_lm_train(module);
  ow::bindings::bind_table(module);
  ow::bindings::bind_text(module);
  ow::bindings::bind_surface(module);
  ow::bindings::bind_pairs(module);
  ow::bindings::bind_monte_carlo(module);
  ow::bindings::bind_search(module);
  ow::bindings::bind_units(module);
  ow::bindings::bind_unit_search(module);
  ow::bindings::bind_extract(module);
  ow::bindings::bind_features(module);
  ow::bindings::bind_likeness(module);
  ow::bindings::bind_vectors(module);
  ow::bindings::bind_analysis(module);
  ow::bindings::bind_analysis_train(module);
  ow::bindings::bind_patterns(module);
  ow::bindings::bind_clusters(module);
  ow::bindings::bind_context(module);
}
