// Decoding of planned units.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "columns.h"
#include "rooms.h"
#include "scorers.h"
#include "search/unit_decoder.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {

void bind_unit_search(nb::module_& module) {
  using Columns = UnitDerivations;
  nb::class_<Columns>(module, "UnitDerivations", "What a search found for a batch, as columns.")
      .def_prop_ro("offsets", kIntegers<Columns, &Columns::offsets>,
                   "where the derivations of a sentence begin; one more at the end")
      .def_prop_ro("optimal", &column_of<Columns, std::uint8_t, &Columns::optimal>,
                   "by sentence: its first derivation is proven to be the best there is")
      .def_prop_ro("complete", &column_of<Columns, std::uint8_t, &Columns::complete>,
                   "by sentence: each derivation is proven to be in its place")
      .def_prop_ro("upper_bound", &column_of<Columns, double, &Columns::upper_bound>,
                   "by sentence: no derivation scores higher")
      .def_prop_ro("score", &column_of<Columns, double, &Columns::score>, "by derivation")
      .def_prop_ro("lm", &column_of<Columns, double, &Columns::lm>,
                   "by derivation: natural log language model score, without its weight")
      .def_prop_ro("growth", kIntegers<Columns, &Columns::growth>,
                   "by derivation: how many bytes longer than the source")
      .def_prop_ro("cost", kIntegers<Columns, &Columns::cost>,
                   "by derivation: what its units cost together, if they cost anything")
      .def_prop_ro("unit_offsets", kIntegers<Columns, &Columns::unit_offsets>,
                   "where the units of a derivation begin in `units`; one more at the end")
      .def_prop_ro("units", kIntegers<Columns, &Columns::units>,
                   "rows of the units it uses; behind one that carries words along are those "
                   "inside of it")
      .def("with_others", &with_others, "others"_a,
           "The derivations of each sentence, or those of others where a sentence has none.");
  nb::class_<UnitDecoder>(module, "UnitDecoder", "A language model and the weights of equation 6.")
      .def(
          "__init__",
          [](UnitDecoder* self, std::shared_ptr<lm::Model> model,
             std::vector<std::vector<double>> table_weights, double lm_weight, double self_weight,
             double usability_weight, double self_score, std::uint32_t nested) {
            new (self)
                UnitDecoder(std::move(model), {std::move(table_weights), lm_weight, self_weight,
                                               usability_weight, self_score, nested});
          },
          "lm"_a, nb::kw_only(), "table_weights"_a, "lm_weight"_a, "self_weight"_a,
          "usability_weight"_a, "self_score"_a, "nested"_a = 0,
          "A list of weights for each table, one a score; a table with an empty list is not used. "
          "`nested` is the most ways to use units inside of what another one carries along.")
      .def(
          "decode",
          [](const UnitDecoder& self, const Units& units, const Input<double>& usability,
             const DecodeOptions& options, const std::optional<std::vector<PyScorer>>& scorers,
             const std::optional<Input<std::int64_t>>& most,
             const std::vector<std::int64_t>& chosen) {
            const std::vector<StringScorer> called = scorers_of(scorers);
            const auto limits = most ? span_of(*most) : std::span<const std::int64_t>();
            const nb::gil_scoped_release release;
            return self.decode(units, span_of(usability), options, called, limits, chosen);
          },
          "units"_a, "usability"_a, "options"_a = DecodeOptions{}, nb::kw_only(),
          "scorers"_a = nb::none(), "most"_a = nb::none(), "chosen"_a = std::vector<std::int64_t>{},
          "The best derivations of each sentence. A unit whose usability is not a number is left "
          "out. For Monte-Carlo search there may be a scorer for each sentence, and the most bytes "
          "that it may grow by; where nothing is that short, there is no derivation. For other "
          "searches, each derivation has a unit of `chosen`, rows of units, in the place of each "
          "of them.")
      .def(
          "fronts",
          [](const UnitDecoder& self, const Units& units, const Input<double>& usability,
             const Input<std::int64_t>& most, const DecodeOptions& options,
             const std::vector<std::int64_t>& chosen,
             const std::optional<Input<std::int32_t>>& cost) {
            const auto costs = cost ? span_of(*cost) : std::span<const std::int32_t>();
            const nb::gil_scoped_release release;
            return self.fronts(units, span_of(usability), span_of(most), options, chosen, costs);
          },
          "units"_a, "usability"_a, "most"_a, "options"_a = DecodeOptions{}, nb::kw_only(),
          "chosen"_a = std::vector<std::int64_t>{}, "cost"_a = nb::none(),
          "For each sentence the n best derivations of every length, from the shortest to the "
          "longest; none grows by more bytes than `most` says unless the shortest does.")
      .def(
          "decode_within",
          [](const UnitDecoder& self, const Units& units, const Input<double>& usability,
             const Input<std::int32_t>& cost, std::int64_t most, const DecodeOptions& options,
             bool with_source, const std::optional<std::vector<PyScorer>>& scorers,
             const std::vector<std::int64_t>& chosen) {
            const std::vector<StringScorer> called = scorers_of(scorers);
            const nb::gil_scoped_release release;
            return self.decode_within(units, span_of(usability), span_of(cost), most, options,
                                      with_source, called, chosen);
          },
          "units"_a, "usability"_a, "cost"_a, "most"_a, "options"_a = DecodeOptions{},
          nb::kw_only(), "with_source"_a = false, "scorers"_a = nb::none(),
          "chosen"_a = std::vector<std::int64_t>{},
          "For each sentence the n best of the derivations whose units cost no more than `most` "
          "together, best first. The sentence as it is is left out where there is anything else.")
      .def(
          "true_scores",
          [](const UnitDecoder& self, const Units& units, const Input<double>& usability,
             const std::vector<std::string>& targets) {
            const nb::gil_scoped_release release;
            const std::vector<std::string_view> views(targets.begin(), targets.end());
            UnitTrueScores found = self.true_scores(units, span_of(usability), views);
            return std::make_pair(std::move(found.best), std::move(found.reasons));
          },
          "units"_a, "usability"_a, "targets"_a,
          "For each sentence the best of all derivations that make its target, words with blanks "
          "between them, or none; and why there is none, or nothing.");
}

}  // namespace ow::bindings
