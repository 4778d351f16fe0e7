// Confidence: features, training, and what a model says of units.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "columns.h"
#include "context/model.h"
#include "rooms.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

using context::ConfidenceModel;
using context::Features;
using context::Trained;

using Traits = std::vector<std::pair<int, int>>;
/// Words with the tags that each can have.
using TaggedWords = std::vector<std::pair<std::string, std::uint64_t>>;

std::vector<context::TableTraits> traits_of(const Traits& given) {
  std::vector<context::TableTraits> traits;
  for (const auto& [origin, grade] : given) {
    if (origin < 0 || origin >= static_cast<int>(context::kOrigins))
      throw Error("there is no such origin of a table");
    traits.push_back({static_cast<context::Origin>(origin), grade});
  }
  return traits;
}

std::vector<context::WordTags::Entry> entries_of(const TaggedWords& words) {
  std::vector<context::WordTags::Entry> entries;
  for (const auto& [word, tags] : words) entries.push_back({hash_word(word), tags});
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.hash < b.hash; });
  return entries;
}

/// Words with vectors, sorted by hash.
context::Vectors vectors_of(const std::vector<std::string>& words,
                            const Input<std::int8_t>& numbers) {
  if (words.empty()) return {};
  const std::size_t dimensions = numbers.size() / words.size();
  if (numbers.size() != dimensions * words.size())
    throw Error("there must be as many numbers for each word");
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < words.size(); ++i) order.emplace_back(hash_word(words[i]), i);
  std::sort(order.begin(), order.end());
  context::Vectors vectors;
  for (const auto& [hash, place] : order) {
    vectors.words.push_back(hash);
    const std::int8_t* first = numbers.data() + place * dimensions;
    vectors.numbers.insert(vectors.numbers.end(), first, first + dimensions);
  }
  return vectors;
}

/// Makes features before there is a model.
struct Maker {
  Maker(const TaggedWords& words, std::vector<std::string> names,
        const std::vector<std::string>& vector_words, const Input<std::int8_t>& numbers)
      : entries(entries_of(words)),
        tags(entries),
        tag_names(std::move(names)),
        vectors(vectors_of(vector_words, numbers)),
        meanings(vectors.words, vectors.numbers) {
    if (tag_names.size() > context::kMostTags) throw Error("there are more tags than 64");
    if (!meanings.is_valid()) throw Error("a word has two vectors");
  }
  std::vector<context::WordTags::Entry> entries;
  context::WordTags tags;
  std::vector<std::string> tag_names;
  context::Vectors vectors;
  context::Meanings meanings;
};

/// Examples in NumPy columns.
struct Columns {
  Columns(Features features, Input<float> right, Input<float> teacher, Input<float> importance)
      : features(std::move(features)),
        right(right.data(), right.data() + right.size()),
        teacher(teacher.data(), teacher.data() + teacher.size()),
        importance(importance.data(), importance.data() + importance.size()) {}

  context::Examples view() const {
    return {features.numbers,
            features.bag_offsets,
            features.bag_rows,
            features.weight_offsets,
            features.weight_rows,
            right,
            teacher,
            importance};
  }

  Features features;
  std::vector<float> right, teacher, importance;
};

/// The features of some units, by their places.
Features some_of(const Features& all, std::span<const std::int64_t> units) {
  Features some;
  for (const std::int64_t place : units) {
    if (place < 0 || static_cast<std::size_t>(place) >= all.size())
      throw Error("there is no such unit");
    const auto unit = static_cast<std::size_t>(place);
    some.numbers.insert(
        some.numbers.end(),
        all.numbers.begin() + static_cast<std::ptrdiff_t>(unit * context::kNumbers),
        all.numbers.begin() + static_cast<std::ptrdiff_t>((unit + 1) * context::kNumbers));
    for (std::size_t bag = 0; bag < context::kBags; ++bag) {
      const std::size_t at = unit * context::kBags + bag;
      some.bag_rows.insert(some.bag_rows.end(), all.bag_rows.begin() + all.bag_offsets[at],
                           all.bag_rows.begin() + all.bag_offsets[at + 1]);
      some.bag_offsets.push_back(static_cast<std::int64_t>(some.bag_rows.size()));
    }
    some.weight_rows.insert(some.weight_rows.end(),
                            all.weight_rows.begin() + all.weight_offsets[unit],
                            all.weight_rows.begin() + all.weight_offsets[unit + 1]);
    some.weight_offsets.push_back(static_cast<std::int64_t>(some.weight_rows.size()));
  }
  return some;
}

}  // namespace

void bind_context(nb::module_& module) {
  nb::class_<Features>(module, "ContextFeatures", "What confidence sees of units, by columns.")
      .def(nb::init<>())
      .def("__len__", &Features::size)
      .def_prop_ro("numbers", &column_of<Features, float, &Features::numbers>,
                   "Numbers that describe each unit, one unit after the other.")
      .def(
          "some",
          [](const Features& features, Input<std::int64_t> units) {
            return some_of(features, span_of(units));
          },
          "units"_a, "The features of some units, by their places.");
  nb::class_<Maker>(module, "FeatureMaker", "Describes units where they stand.")
      .def(nb::init<const TaggedWords&, std::vector<std::string>, const std::vector<std::string>&,
                    const Input<std::int8_t>&>(),
           "word_tags"_a, "tag_names"_a, "vector_words"_a, "vector_numbers"_a,
           "Words with a bit for each tag that they can have, the names of the tags, and words "
           "with the numbers of their vectors, one after the other.")
      .def(
          "add",
          [](const Maker& maker, const Units& units, const lm::Model& lm, const Traits& tables,
             Input<std::int64_t> rows, Features& to) {
            const auto traits = traits_of(tables);
            const nb::gil_scoped_release released;
            context::FeatureMaker(lm, maker.tags, maker.tag_names, maker.meanings, {})
                .make(units, traits, span_of(rows), to);
          },
          "units"_a, "lm"_a, "tables"_a, "rows"_a, "to"_a,
          "Adds the features of some units of a batch, by their rows in ascending order. For each "
          "table, its origin and the place of its grades, or -1.");
  nb::class_<Columns>(module, "ContextExamples", "Units to learn from.")
      .def(nb::init<Features, Input<float>, Input<float>, Input<float>>(), "features"_a, "right"_a,
           "teacher"_a, "importance"_a,
           "What was said of each unit, not-a-number where nobody said anything, and how much it "
           "counts.");
  nb::class_<Trained>(module, "ContextNetwork", "A trained network.");
  const context::TrainOptions defaults;
  module.def(
      "train_context",
      [](const Columns& examples, const Trained* begin, unsigned width, unsigned hidden,
         unsigned last, unsigned rounds, unsigned batch, float rate, float decay,
         unsigned least_count, double row_dropout, double weight_dropout, float reach,
         float teacher_share, std::uint64_t seed, unsigned threads, nb::object watch) {
        context::TrainOptions options;
        options.width = width;
        options.hidden = hidden;
        options.last = last;
        options.rounds = rounds;
        options.batch = batch;
        options.rate = rate;
        options.decay = decay;
        options.least_count = least_count;
        options.row_dropout = row_dropout;
        options.weight_dropout = weight_dropout;
        options.reach = reach;
        options.teacher_share = teacher_share;
        options.seed = seed;
        options.threads = threads;
        options.watch = [&](std::uint64_t done, std::uint64_t all, double loss) {
          if (done % 64 != 0 && done != all) return;
          const nb::gil_scoped_acquire acquired;
          if (PyErr_CheckSignals() != 0) throw nb::python_error();
          if (!watch.is_none()) watch(done, all, loss);
        };
        const nb::gil_scoped_release released;
        return context::train(examples.view(), {}, options, begin);
      },
      "examples"_a, nb::kw_only(), "begin"_a = nb::none(), "width"_a = defaults.width,
      "hidden"_a = defaults.hidden, "last"_a = defaults.last, "rounds"_a = defaults.rounds,
      "batch"_a = defaults.batch, "rate"_a = defaults.rate, "decay"_a = defaults.decay,
      "least_count"_a = defaults.least_count, "row_dropout"_a = defaults.row_dropout,
      "weight_dropout"_a = defaults.weight_dropout, "reach"_a = defaults.reach,
      "teacher_share"_a = defaults.teacher_share, "seed"_a = defaults.seed,
      "threads"_a = defaults.threads, "watch"_a = nb::none(),
      nb::sig("def train_context(examples: ContextExamples, *, begin: ContextNetwork | None = ..., "
              "width: int = ..., hidden: int = ..., last: int = ..., rounds: int = ..., "
              "batch: int = ..., rate: float = ..., decay: float = ..., "
              "least_count: int = ..., row_dropout: float = ..., weight_dropout: float = ..., "
              "reach: float = ..., "
              "teacher_share: float = ..., seed: int = ..., threads: int = ..., "
              "watch: Callable[[int, int, float], None] | None = ...) -> ContextNetwork"),
      "Trains a network, from scratch or on from another one.");
  module.def(
      "predict_context",
      [](const Columns& examples, const Trained& network, unsigned threads) {
        std::vector<float> outputs;
        {
          const nb::gil_scoped_release released;
          outputs = context::predict(examples.view(), network, threads);
        }
        return array_of(std::move(outputs));
      },
      "examples"_a, "network"_a, "threads"_a = 0,
      "For each unit the log-odds that it is right and what the teacher would say, one unit after "
      "the other.");
  module.def(
      "write_confidence",
      [](const std::string& path, const Trained& network,
         const std::vector<std::pair<float, float>>& calibrations, const TaggedWords& word_tags,
         const std::vector<std::string>& tag_names, const std::vector<std::string>& vector_words,
         const Input<std::int8_t>& vector_numbers, std::string_view guards) {
        context::Calibrations all;
        if (calibrations.size() != all.size())
          throw Error("there must be a calibration for each origin");
        for (std::size_t i = 0; i < all.size(); ++i)
          all[i] = {calibrations[i].first, calibrations[i].second};
        context::write_confidence(network, all, tag_names, entries_of(word_tags),
                                  vectors_of(vector_words, vector_numbers), guards, path);
      },
      "path"_a, "network"_a, nb::kw_only(), "calibrations"_a, "word_tags"_a, "tag_names"_a,
      "vector_words"_a, "vector_numbers"_a, "guards"_a, "Writes a confidence file.");
  nb::class_<ConfidenceModel>(module, "ConfidenceModel",
                              "How likely units are right where they stand.")
      .def(nb::init<std::string>(), "path"_a, "Opens a confidence file.")
      .def(
          "odds",
          [](const ConfidenceModel& model, const Units& units, const lm::Model& lm,
             const Traits& tables, Input<std::int64_t> rows) {
            const auto traits = traits_of(tables);
            std::vector<float> odds;
            {
              const nb::gil_scoped_release released;
              odds = model.odds(units, lm, traits, span_of(rows));
            }
            return array_of(std::move(odds));
          },
          "units"_a, "lm"_a, "tables"_a, "rows"_a,
          "Calibrated log-odds of some units, by their rows in ascending order. For each table, "
          "its origin and the place of its grades, or -1.")
      .def(
          "forbidden",
          [](const ConfidenceModel& model, const Units& units, Input<std::int64_t> rows,
             const text::Casing* casing) {
            return array_of(model.guards().forbid(units, span_of(rows), casing));
          },
          "units"_a, "rows"_a, "casing"_a = nb::none(),
          "1 for each unit that a guard forbids: it changes polarity, person, gender, modality, a "
          "number, a quantity or a name.");
}

}  // namespace ow::bindings
