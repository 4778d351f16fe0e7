// Training of language models.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lm/train.h"
#include "rooms.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

using Descriptor = std::pair<int, std::string>;

lm::TrainReport train(const std::vector<Descriptor>& texts, const Descriptor& output,
                      unsigned order, std::uint64_t memory, const std::string& folder,
                      const std::vector<std::uint64_t>& cutoffs, double entropy,
                      std::uint64_t vocabulary, bool fallback_discounts) {
  lm::TrainOptions options;
  options.order = order;
  options.memory = memory;
  options.folder = folder;
  options.cutoffs = cutoffs;
  options.entropy = entropy;
  options.vocabulary = vocabulary;
  options.fallback_discounts = fallback_discounts;
  options.pulse = [] {
    const nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  };
  std::vector<lm::TextInput> inputs;
  for (const auto& [fd, name] : texts) inputs.push_back({fd, name});
  const nb::gil_scoped_release released;
  return lm::train(inputs, {output.first, output.second}, options);
}

}  // namespace

void bind_lm_train(nb::module_& module) {
  nb::class_<lm::TrainReport>(module, "TrainReport", "What a training run read and made.")
      .def_ro("tokens", &lm::TrainReport::tokens, "words of the text, without <s> and </s>")
      .def_ro("sentences", &lm::TrainReport::sentences, "lines of the text")
      .def_ro("ngram_counts", &lm::TrainReport::ngram_counts, "n-grams of the model, by order")
      .def_ro("discounts", &lm::TrainReport::discounts, "D1, D2 and D3+, by order");
  const lm::TrainOptions defaults;
  module.def(
      "train_arpa", &train, "texts"_a, "output"_a, nb::kw_only(), "order"_a = defaults.order,
      "memory"_a = defaults.memory, "folder"_a = defaults.folder, "cutoffs"_a = defaults.cutoffs,
      "entropy"_a = defaults.entropy, "vocabulary"_a = defaults.vocabulary,
      "fallback_discounts"_a = defaults.fallback_discounts,
      "Trains a model of texts, each a descriptor and its name, and writes it as ARPA text.");
}

}  // namespace ow::bindings
