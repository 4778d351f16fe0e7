#include "phrases/vectors.h"

#include "columns.h"
#include "rooms.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {

void bind_vectors(nb::module_& module) {
  nb::class_<WordVectors>(module, "WordVectors", "A vector of whole numbers for each word.")
      .def(
          "__init__",
          [](WordVectors* self, Input<std::int32_t> offsets, Input<std::uint8_t> bytes,
             Input<std::int8_t> numbers) {
            new (self) WordVectors(texts_of(offsets, bytes), span_of(numbers));
          },
          "offsets"_a, "bytes"_a, "numbers"_a,
          "The words of an Arrow column, and the numbers of their vectors, one after the other.")
      .def("__len__", &WordVectors::size)
      .def_prop_ro("dimensions", &WordVectors::dimensions);
  nb::class_<Nearnesses>(module, "Nearnesses", "How near the phrases of pairs are, by columns.")
      .def_prop_ro("nearness", &column_of<Nearnesses, float, &Nearnesses::nearness>,
                   "Cosine of the sums of the vectors of both phrases.")
      .def_prop_ro("unmatched", &column_of<Nearnesses, float, &Nearnesses::unmatched>,
                   "The best cosine of the word that is matched worst.");
  module.def(
      "compare_vectors",
      [](Input<std::int32_t> source_offsets, Input<std::uint8_t> source_bytes,
         Input<std::int32_t> target_offsets, Input<std::uint8_t> target_bytes,
         const WordVectors& vectors, unsigned threads) {
        const TextsView sources = texts_of(source_offsets, source_bytes);
        const TextsView targets = texts_of(target_offsets, target_bytes);
        const nb::gil_scoped_release released;
        return compare_vectors(sources, targets, vectors, threads);
      },
      "source_offsets"_a, "source_bytes"_a, "target_offsets"_a, "target_bytes"_a, "vectors"_a,
      nb::kw_only(), "threads"_a = 0,
      "Compares the phrases of two Arrow columns by the vectors of their words, row by row.");
}

}  // namespace ow::bindings
