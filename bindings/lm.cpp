// Language models: opening, scoring, conversion.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "lm/arpa.h"
#include "lm/build.h"
#include "lm/model.h"
#include "lm/score.h"
#include "rooms.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {

void bind_lm(nb::module_& module) {
  nb::class_<lm::WordScore>(module, "WordScore", "How the model scores one word in its context.")
      .def_ro("word", &lm::WordScore::word, "the word as given")
      .def_ro("score", &lm::WordScore::score, "natural log of its probability")
      .def_ro("matched", &lm::WordScore::matched, "length of the n-gram found, the word included")
      .def_ro("known", &lm::WordScore::known, "whether the vocabulary has the word");

  nb::class_<lm::TextScore>(module, "TextScore", "Sums over scored sentences.")
      .def_ro("sentences", &lm::TextScore::sentences, "number of sentences")
      .def_ro("words", &lm::TextScore::words, "words, each </s> counted as one")
      .def_ro("unknown", &lm::TextScore::unknown, "words outside the vocabulary")
      .def_ro("score", &lm::TextScore::score, "natural log probability of all")
      .def_ro("unknown_score", &lm::TextScore::unknown_score, "the part of unknown words")
      .def_prop_ro("perplexity", &lm::TextScore::perplexity, "per word, unknown ones included")
      .def_prop_ro("perplexity_known", &lm::TextScore::perplexity_known,
                   "per word, unknown ones left out");

  nb::class_<lm::BuildReport>(module, "ModelReport", "What building a model file found out.")
      .def_ro("ngram_counts", &lm::BuildReport::ngram_counts, "n-grams read, by order")
      .def_ro("added", &lm::BuildReport::added, "contexts and suffixes added because they lacked")
      .def_ro("states", &lm::BuildReport::states, "distinct contexts")
      .def_ro("file_bytes", &lm::BuildReport::file_bytes, "size of the file")
      .def_ro("unknown_added", &lm::BuildReport::unknown_added, "<unk> was missing")
      .def_ro("quantisation_error", &lm::BuildReport::quantisation_error,
              "root mean square error of the probabilities, log10");

  nb::class_<lm::Model>(module, "LanguageModel", "A memory-mapped n-gram model.")
      .def(nb::init<std::string>(), "path"_a, "Opens a model file.")
      .def_prop_ro(
          "order", [](const lm::Model& m) { return m.order(); }, "longest n-gram")
      .def_prop_ro(
          "path", [](const lm::Model& m) { return m.file().path(); }, "where it is")
      .def_prop_ro(
          "file_bytes", [](const lm::Model& m) { return m.file().size(); }, "its size")
      .def_prop_ro(
          "ngram_counts",
          [](const lm::Model& m) {
            const auto& counts = m.info().ngram_counts;
            return std::vector<std::uint64_t>(counts.begin(), counts.begin() + m.order());
          },
          "stored n-grams, by order")
      .def_prop_ro("states", &lm::Model::state_count, "distinct contexts")
      .def_prop_ro(
          "quantised", [](const lm::Model& m) { return m.info().quantised != 0; },
          "whether probabilities are 8-bit codes")
      .def("__contains__",
           [](const lm::Model& m, std::string_view word) {
             return m.vocabulary().find(word).has_value();
           })
      .def(
          "score",
          [](const lm::Model& m, std::string_view sentence, bool bos, bool eos) {
            nb::gil_scoped_release release;
            return lm::score_sentence(m, sentence, {bos, eos});
          },
          "sentence"_a, nb::kw_only(), "bos"_a = true, "eos"_a = true,
          "Natural log probability of a tokenised sentence; `bos` starts it after <s>, `eos` "
          "scores </s> at its end.")
      .def(
          "words",
          [](const lm::Model& m, std::string_view sentence, bool bos, bool eos) {
            return lm::score_words(m, sentence, {bos, eos});
          },
          "sentence"_a, nb::kw_only(), "bos"_a = true, "eos"_a = true,
          "The score of each word, </s> last.")
      .def(
          "score_fd",
          [](const lm::Model& m, int fd, const std::string& name, int output_fd, bool bos,
             bool eos) {
            nb::gil_scoped_release release;
            return lm::score_text(m, fd, name, output_fd, {bos, eos});
          },
          "fd"_a, "name"_a, nb::kw_only(), "output_fd"_a = -1, "bos"_a = true, "eos"_a = true,
          "Scores each line of a descriptor and returns the sums; with `output_fd`, writes the "
          "score of each line there.")
      .def(
          "write_arpa",
          [](const lm::Model& m, int fd, const std::string& name) {
            nb::gil_scoped_release release;
            lm::write_arpa(m, fd, name);
          },
          "fd"_a, "name"_a, "Writes the model as ARPA text to a descriptor.");

  nb::class_<lm::ModelBuilder>(module, "ModelBuilder", "The n-grams of an ARPA text.")
      .def(
          "write",
          [](lm::ModelBuilder& builder, const std::string& path, bool quantise) {
            nb::gil_scoped_release release;
            return builder.write(path, quantise);
          },
          "path"_a, nb::kw_only(), "quantise"_a = false,
          "Writes the model file; afterwards the builder is empty.");
  module.def(
      "read_arpa",
      [](int fd, const std::string& name) {
        nb::gil_scoped_release release;
        return lm::read_arpa(fd, name);
      },
      "fd"_a, "name"_a, "Reads ARPA text from a descriptor; `name` is what errors call it.");
}

}  // namespace ow::bindings
