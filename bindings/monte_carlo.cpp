// Options of Monte-Carlo search, and scorers for it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cmath>

#include "base/error.h"
#include "rooms.h"
#include "scorers.h"
#include "search/monte_carlo_options.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

void check(const MonteCarloOptions& options) {
  const auto is_amount = [](double number) { return number >= 0.0 && std::isfinite(number); };
  if (options.episodes < 1) throw Error("episodes must be at least 1");
  if (options.trees < 1) throw Error("trees must be at least 1");
  if (options.expand < 1) throw Error("expand must be at least 1");
  if (options.batch < 1) throw Error("batch must be at least 1");
  if (!is_amount(options.seconds) || !is_amount(options.exploration) || !is_amount(options.rave) ||
      !is_amount(options.prior) || !is_amount(options.rollout_heat))
    throw Error("seconds, exploration, rave, prior and rollout_heat must be 0 or positive numbers");
  if (!(options.confidence >= 0.0 && options.confidence < 1.0))
    throw Error("confidence must be below 1, and 0 for none");
  if (!(options.rollout_stop >= 0.0 && options.rollout_stop <= 1.0))
    throw Error("rollout_stop must be a chance from 0 to 1");
  if (!std::isfinite(options.model_weight)) throw Error("model_weight must be a finite number");
}

/// The numbers that a call gave, one for each text.
void read_scores(const nb::object& given, std::span<double> scores) {
  const Py_ssize_t size = PyObject_Length(given.ptr());
  if (size != static_cast<Py_ssize_t>(scores.size())) {
    PyErr_Clear();
    throw Error("the scorer gave " +
                (size < 0 ? "something without a length" : std::to_string(size) + " score(s)") +
                " for " + std::to_string(scores.size()) + " text(s); it must give one for each");
  }
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = PyFloat_AsDouble(nb::object(given[i]).ptr());
    if (PyErr_Occurred() == nullptr) continue;
    PyErr_Clear();
    throw Error("the scorer gave " + std::string(nb::repr(nb::object(given[i])).c_str()) +
                " for a text; it must give a number");
  }
}

}  // namespace

StringScorer scorer_of(const PyScorer& scorer) {
  // A handle, so that the core may copy it without the lock.
  return
      [scorer = nb::handle(scorer)](std::span<const std::string> texts, std::span<double> scores) {
        const nb::gil_scoped_acquire acquire;
        nb::list given;
        for (const std::string& text : texts) given.append(nb::str(text.data(), text.size()));
        read_scores(scorer(given), scores);
      };
}

std::vector<StringScorer> scorers_of(const std::optional<std::vector<PyScorer>>& scorers) {
  std::vector<StringScorer> all;
  if (!scorers) return all;
  for (const PyScorer& scorer : *scorers) all.push_back(scorer_of(scorer));
  return all;
}

void bind_monte_carlo(nb::module_& module) {
  using Options = MonteCarloOptions;
  nb::enum_<MonteCarloMode>(module, "MonteCarloMode", "What a final state is worth.")
      .value("TRANSLATOR", MonteCarloMode::kTranslator,
             "Units until the whole sentence is covered; the score of that derivation.")
      .value("TRUE_SCORE", MonteCarloMode::kTrueScore,
             "What is not changed stays; the true score of the string.")
      .value("REWARD", MonteCarloMode::kReward,
             "The reward of MCPG, as a log: the ratio to the source, at most 1.");
  const Options standard;
  nb::class_<Options>(module, "MonteCarloOptions", "What Monte-Carlo search can be told.")
      .def(
          "__init__",
          [](Options* self, MonteCarloMode mode, std::uint64_t episodes, double seconds,
             double confidence, std::uint64_t seed, std::uint32_t trees, std::uint32_t threads,
             double exploration, double rave, double prior, double rollout_stop,
             double rollout_heat, std::uint32_t expand, bool stop_at_root, std::uint32_t batch,
             double model_weight) {
            const Options options{mode,   episodes,     seconds,      confidence,
                                  seed,   trees,        threads,      exploration,
                                  rave,   prior,        rollout_stop, rollout_heat,
                                  expand, stop_at_root, batch,        model_weight};
            check(options);
            new (self) Options(options);
          },
          nb::kw_only(), "mode"_a = standard.mode, "episodes"_a = standard.episodes,
          "seconds"_a = standard.seconds, "confidence"_a = standard.confidence,
          "seed"_a = standard.seed, "trees"_a = standard.trees, "threads"_a = standard.threads,
          "exploration"_a = standard.exploration, "rave"_a = standard.rave,
          "prior"_a = standard.prior, "rollout_stop"_a = standard.rollout_stop,
          "rollout_heat"_a = standard.rollout_heat, "expand"_a = standard.expand,
          "stop_at_root"_a = standard.stop_at_root, "batch"_a = standard.batch,
          "model_weight"_a = standard.model_weight)
      .def_ro("mode", &Options::mode)
      .def_ro("episodes", &Options::episodes, "η: so many before the best action is fixed")
      .def_ro("seconds", &Options::seconds, "for a sentence; 0: no limit")
      .def_ro("confidence", &Options::confidence,
              "fix an action before η episodes once it is this sure; 0: never")
      .def_ro("seed", &Options::seed, "of random numbers: the same seed, the same answers")
      .def_ro("trees", &Options::trees,
              "searches with random numbers of their own; the best of all is the answer")
      .def_ro("threads", &Options::threads, "for the trees of a sentence; 0: all cores")
      .def_ro("exploration", &Options::exploration, "factor of what UCB1-tuned adds to values")
      .def_ro("rave", &Options::rave,
              "k: visits at which RAVE weighs as much as the action itself; 0: no RAVE")
      .def_ro("prior", &Options::prior,
              "visits that the score of a rule alone in the sentence counts for")
      .def_ro("rollout_stop", &Options::rollout_stop,
              "without heat: chance that a roll-out stops at each step; 0: the same as any rule's")
      .def_ro(
          "rollout_heat", &Options::rollout_heat,
          "roll-outs go from word to word and draw rules in proportion to exp(score of the rule "
          "alone / heat); 0: all alike")
      .def_ro("expand", &Options::expand,
              "visits before what an action leads to has statistics of its own")
      .def_ro("stop_at_root", &Options::stop_at_root, "whether the sentence may stay as it is")
      .def_ro("batch", &Options::batch, "texts that a scorer gets at a time")
      .def_ro("model_weight", &Options::model_weight, "of the mode's score, beside a scorer's");
}

}  // namespace ow::bindings
