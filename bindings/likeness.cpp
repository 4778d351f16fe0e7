#include "phrases/likeness.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "columns.h"
#include "lm/score.h"
#include "phrases/signature.h"
#include "rooms.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {

void bind_likeness(nb::module_& module) {
  nb::class_<Knowledge>(module, "Knowledge", "What dictionaries tell, all in lower case.")
      .def(nb::init<>())
      .def(
          "add_word",
          [](Knowledge& self, std::string_view text, std::vector<std::string> lemmas,
             const std::vector<std::string>& tags, bool functional, bool personal) {
            const std::vector<std::string_view> views(tags.begin(), tags.end());
            self.add_word(text, {functional, personal, classes_of(views), std::move(lemmas)});
          },
          "text"_a, "lemmas"_a, "tags"_a, nb::kw_only(), "functional"_a = false,
          "personal"_a = false,
          "A word, what it may be a form of, and its Penn tags, the likeliest first.")
      .def("add_sense", &Knowledge::add_sense, "text"_a, "sense"_a,
           "A sense of lemmas with blanks between them.")
      .def("relate", &Knowledge::relate, "one"_a, "other"_a)
      .def("oppose", &Knowledge::oppose, "one"_a, "other"_a);
  nb::class_<Likenesses>(module, "Likenesses", "How like the phrases of pairs are, by columns.")
      .def_prop_ro("values", &column_of<Likenesses, float, &Likenesses::values>,
                   "All that `likeness_names` tells, row by row.")
      .def_prop_ro("disagrees", &column_of<Likenesses, std::uint8_t, &Likenesses::disagrees>,
                   "Whether the target cannot have the form of the source.")
      .def_prop_ro("opposite", &column_of<Likenesses, std::uint8_t, &Likenesses::opposite>,
                   "Whether senses are opposites.")
      .def_prop_ro("redundant", &column_of<Likenesses, std::uint8_t, &Likenesses::redundant>,
                   "Whether the phrases begin or end alike, and both have more.");
  module.def(
      "likeness_names",
      [] { return std::vector<std::string>(kLikenesses.begin(), kLikenesses.end()); },
      "What is measured of a pair of phrases, in the order of the values.");
  module.def(
      "compare_phrases",
      [](Input<std::int32_t> source_offsets, Input<std::uint8_t> source_bytes,
         Input<std::int32_t> target_offsets, Input<std::uint8_t> target_bytes,
         const Knowledge& knowledge, unsigned threads) {
        const TextsView sources = texts_of(source_offsets, source_bytes);
        const TextsView targets = texts_of(target_offsets, target_bytes);
        const nb::gil_scoped_release released;
        return compare_phrases(sources, targets, knowledge, threads);
      },
      "source_offsets"_a, "source_bytes"_a, "target_offsets"_a, "target_bytes"_a, "knowledge"_a,
      nb::kw_only(), "threads"_a = 0, "Compares the phrases of two Arrow columns, row by row.");
  module.def(
      "phrase_scores",
      [](Input<std::int32_t> offsets, Input<std::uint8_t> bytes, const lm::Model& model) {
        const TextsView phrases = texts_of(offsets, bytes);
        constexpr lm::ScoreOptions kAlone{.begin = false, .end = false};
        std::vector<double> scores(phrases.size());
        {
          const nb::gil_scoped_release released;
          for (std::size_t row = 0; row < scores.size(); ++row)
            scores[row] = lm::score_sentence(model, phrases[row], kAlone);
        }
        return array_of(std::move(scores));
      },
      "offsets"_a, "bytes"_a, "lm"_a,
      "What a language model says of the phrases of an Arrow column, each by itself; natural "
      "logs.");
}

}  // namespace ow::bindings
