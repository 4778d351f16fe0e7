// Training of analysers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "analysis/analyser.h"
#include "columns.h"
#include "rooms.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

using analysis::LemmaRules;

/// Words with tags and lemmas, and how often they were seen so.
struct Lemmas {
  Lemmas(Input<std::int32_t> word_offsets, Input<std::uint8_t> word_bytes,
         Input<std::int32_t> lemma_offsets, Input<std::uint8_t> lemma_bytes,
         Input<std::uint8_t> tags, Input<std::int64_t> counts) {
    const TextsView words = texts_of(word_offsets, word_bytes);
    const TextsView lemmas = texts_of(lemma_offsets, lemma_bytes);
    if (lemmas.size() != words.size() || tags.shape(0) != words.size() ||
        counts.shape(0) != words.size())
      throw Error("there must be as many lemmas, tags and counts as words");
    std::vector<analysis::LemmaCount> all;
    for (std::size_t i = 0; i < words.size(); ++i)
      all.push_back(
          {words[i], lemmas[i], tags.data()[i], static_cast<std::uint64_t>(counts.data()[i])});
    rules = LemmaRules::learn(all);
  }

  LemmaRules rules;
};

}  // namespace

void bind_analysis_train(nb::module_& module) {
  nb::class_<Lemmas>(module, "LemmaRules", "Rules that make lemmas of words.")
      .def(nb::init<Input<std::int32_t>, Input<std::uint8_t>, Input<std::int32_t>,
                    Input<std::uint8_t>, Input<std::uint8_t>, Input<std::int64_t>>(),
           "word_offsets"_a, "word_bytes"_a, "lemma_offsets"_a, "lemma_bytes"_a, "tags"_a,
           "counts"_a, "Learns from Arrow columns of words and lemmas, with tags and counts.");
  const analysis::TrainOptions defaults;
  module.def(
      "train_analyser",
      [](const std::string& path, Input<std::int64_t> sentences, Input<std::int32_t> word_offsets,
         Input<std::uint8_t> word_bytes, Input<std::uint8_t> tags, Input<std::uint8_t> entities,
         Input<std::uint8_t> relations, Input<std::int32_t> heads,
         const std::vector<std::string>& tag_names, const std::vector<std::string>& entity_names,
         const std::vector<std::string>& relation_names, const Lemmas& lemmas, unsigned width,
         unsigned depth, unsigned hidden, unsigned known_words, unsigned least_count,
         unsigned rounds, unsigned batch, float rate, std::uint64_t seed, unsigned threads,
         nb::object watch) {
        const analysis::TaughtText text{span_of(sentences), texts_of(word_offsets, word_bytes),
                                        span_of(tags),      span_of(entities),
                                        span_of(relations), span_of(heads)};
        analysis::TrainOptions options;
        options.width = width;
        options.depth = depth;
        options.hidden = hidden;
        options.known_words = known_words;
        options.least_count = least_count;
        options.rounds = rounds;
        options.batch = batch;
        options.rate = rate;
        options.seed = seed;
        options.threads = threads;
        options.watch = [&](std::uint64_t done, std::uint64_t all, const analysis::Losses&) {
          const nb::gil_scoped_acquire acquired;
          if (PyErr_CheckSignals() != 0) throw nb::python_error();
          if (!watch.is_none()) watch(done, all);
        };
        const analysis::ClassNames names{tag_names, entity_names, relation_names};
        const nb::gil_scoped_release released;
        const analysis::Trained trained =
            analysis::train(text, static_cast<std::uint32_t>(tag_names.size()),
                            static_cast<std::uint32_t>(entity_names.size()),
                            static_cast<std::uint32_t>(relation_names.size()), options);
        analysis::write_analyser(trained, names, lemmas.rules, path);
      },
      "path"_a, nb::kw_only(), "sentences"_a, "word_offsets"_a, "word_bytes"_a, "tags"_a,
      "entities"_a, "relations"_a, "heads"_a, "tag_names"_a, "entity_names"_a, "relation_names"_a,
      "lemmas"_a, "width"_a = defaults.width, "depth"_a = defaults.depth,
      "hidden"_a = defaults.hidden, "known_words"_a = defaults.known_words,
      "least_count"_a = defaults.least_count, "rounds"_a = defaults.rounds,
      "batch"_a = defaults.batch, "rate"_a = defaults.rate, "seed"_a = defaults.seed,
      "threads"_a = defaults.threads, "watch"_a = nb::none(),
      "Trains an analyser on columns of analysed words and writes it.");
}

}  // namespace ow::bindings
