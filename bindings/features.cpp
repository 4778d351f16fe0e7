#include "phrases/features.h"

#include <nanobind/stl/string_view.h>

#include "columns.h"
#include "rooms.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {

void bind_features(nb::module_& module) {
  using Features = PhraseFeatures;
  nb::class_<WordClasses>(module, "WordClasses", "What is known about words, all in lower case.")
      .def(nb::init<>())
      .def("add_functional", &WordClasses::add_functional, "word"_a)
      .def("add_negation", &WordClasses::add_negation, "word"_a)
      .def("add_opposite", &WordClasses::add_opposite, "word"_a, "opposite"_a,
           "One direction only.");
  nb::class_<Features>(module, "PhraseFeatures", "What filters compare of phrases, by columns.")
      .def_prop_ro("folded", kIntegers<Features, &Features::folded>,
                   "Hash of the lower-cased words.")
      .def_prop_ro("content", kIntegers<Features, &Features::content>,
                   "Hash of the words that are neither punctuation nor functional.")
      .def_prop_ro("sense", kIntegers<Features, &Features::sense>,
                   "Hash of the content and of functional words that have an opposite.")
      .def_prop_ro("numbers", kIntegers<Features, &Features::numbers>,
                   "Hash of the words with a digit.")
      .def_prop_ro("punctuation", kIntegers<Features, &Features::punctuation>,
                   "Hash of the punctuation.")
      .def_prop_ro("negations", &column_of<Features, std::int32_t, &Features::negations>)
      .def_prop_ro("length", &column_of<Features, std::int32_t, &Features::length>)
      .def_prop_ro("unbalanced", &column_of<Features, std::uint8_t, &Features::unbalanced>,
                   "Whether a quote or bracket lacks its partner.")
      .def_prop_ro("functional", &column_of<Features, std::uint8_t, &Features::functional>,
                   "Whether there is no content.")
      .def_prop_ro("opposite_row", kIntegers<Features, &Features::opposite_row>,
                   "Of each way to say the opposite: the phrase.")
      .def_prop_ro("opposite_sense", kIntegers<Features, &Features::opposite_sense>,
                   "Of each way to say the opposite: its sense.");
  module.def(
      "describe_phrases",
      [](Input<std::int32_t> offsets, Input<std::uint8_t> bytes, const WordClasses& classes,
         unsigned threads) {
        const nb::gil_scoped_release released;
        return describe_phrases(texts_of(offsets, bytes), classes, threads);
      },
      "offsets"_a, "bytes"_a, "classes"_a, nb::kw_only(), "threads"_a = 0,
      "The features of an Arrow column of phrases, words with single blanks between them.");
}

}  // namespace ow::bindings
