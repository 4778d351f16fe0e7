#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "clusters/exchange.h"
#include "columns.h"
#include "rooms.h"
#include "views.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

/// Words with their classes, as Python sees them.
struct Clusters {
  std::vector<std::string> words;
  std::vector<std::uint64_t> counts;
  WordClasses classes;
};

Clusters cluster(const BigramCounter& counter, std::size_t vocabulary, std::uint32_t classes,
                 std::uint32_t rounds) {
  ExchangeOptions options{classes, rounds, [] {
                            const nb::gil_scoped_acquire acquired;
                            if (PyErr_CheckSignals() != 0) throw nb::python_error();
                          }};
  const nb::gil_scoped_release released;
  Bigrams bigrams = counter.count(vocabulary);
  WordClasses found = exchange(bigrams, options);
  return {std::move(bigrams.words), std::move(bigrams.counts), std::move(found)};
}

}  // namespace

void bind_clusters(nb::module_& module) {
  nb::class_<Clusters>(module, "Clusters", "Words and their classes.")
      .def_ro("words", &Clusters::words, "the most frequent one first")
      .def_ro("counts", &Clusters::counts, "how often each occurs")
      .def_prop_ro(
          "classes", [](const Clusters& clusters) { return clusters.classes.of_word; },
          "the number of the class of each")
      .def_prop_ro(
          "moves", [](const Clusters& clusters) { return clusters.classes.moves; },
          "how many words each round has moved")
      .def_prop_ro(
          "likelihood", [](const Clusters& clusters) { return clusters.classes.likelihood; },
          "what the exchange has made as high as it could");
  nb::class_<BigramCounter>(module, "BigramCounter", "Counts which words follow each other.")
      .def(nb::init<>())
      .def(
          "add",
          [](BigramCounter& counter, const nb::list& sentences) {
            const auto views = views_of(sentences);
            const nb::gil_scoped_release released;
            for (const std::string_view sentence : views) counter.add(sentence);
          },
          nb::sig("def add(self, sentences: list[str]) -> None"), "sentences"_a,
          "Adds sentences of words with blanks between them.")
      .def("cluster", &cluster, nb::kw_only(), "vocabulary"_a, "classes"_a, "rounds"_a,
           "Classes of the most frequent words by the exchange algorithm.");
}

}  // namespace ow::bindings
