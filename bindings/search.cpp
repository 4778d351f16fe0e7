// Decoding and true scores.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "base/lines.h"
#include "base/parallel.h"
#include "rooms.h"
#include "scorers.h"
#include "search/decoder.h"
#include "search/nbest.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

using SharedDecoder = std::shared_ptr<const Decoder>;

/// A result and what it takes to name its tables; shared by all that is seen of it.
struct Result {
  Decoded decoded;
  SharedDecoder decoder;
};
using SharedResult = std::shared_ptr<const Result>;

struct ResultView {
  SharedResult result;
};
struct DerivationView {
  SharedResult result;
  const Derivation* derivation;
};
struct EdgeView {
  SharedResult result;
  const UsedEdge* edge;
};
struct TrueScoreView {
  SharedResult result;
  std::uint64_t count;
  double score;
  std::string reason;
};

/// What Python holds: several results may outlive the decoder they came from.
struct PyDecoder {
  SharedDecoder decoder;
};

ResultView view(const PyDecoder& self, Decoded&& decoded) {
  return {std::make_shared<Result>(Result{std::move(decoded), self.decoder})};
}

TrueScoreView view(const PyDecoder& self, DecodedTrueScore&& found) {
  return {view(self, std::move(found.decoded)).result, found.count, found.score,
          std::move(found.reason)};
}

std::vector<std::string_view> views_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

std::vector<DerivationView> derivations_of(const ResultView& self) {
  std::vector<DerivationView> views;
  for (const Derivation& derivation : self.result->decoded.derivations)
    views.push_back({self.result, &derivation});
  return views;
}

std::string table_name(const EdgeView& self) {
  const std::uint32_t table = self.edge->table;
  if (table == kSelfTable) return "self";
  if (table == kUnknownTable) return "unknown";
  return self.result->decoder->maker().tables()[table].name;
}

std::optional<std::uint32_t> table_index(const EdgeView& self) {
  const std::uint32_t table = self.edge->table;
  if (table == kSelfTable || table == kUnknownTable) return std::nullopt;
  return table;
}

PyDecoder make_decoder(std::vector<std::shared_ptr<Table>> tables, std::shared_ptr<lm::Model> model,
                       std::optional<std::vector<std::string>> names,
                       std::optional<std::vector<std::vector<double>>> weights, double lm_weight,
                       std::optional<double> self_score, double self_weight, double unknown) {
  if (names && names->size() != tables.size())
    throw Error("there must be as many table names as tables");
  if (weights && weights->size() != tables.size())
    throw Error("there must be a list of weights for each table");
  std::vector<WeightedTable> weighted;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::size_t scores = tables[i]->score_names().size();
    weighted.push_back({tables[i], names ? (*names)[i] : tables[i]->path(),
                        weights ? (*weights)[i] : std::vector<double>(scores, 1.0)});
  }
  LatticeMaker maker(std::move(weighted), std::move(model), lm_weight,
                     {self_score, self_weight, unknown});
  return {std::make_shared<const Decoder>(std::move(maker))};
}

std::vector<ResultView> decode_all(const PyDecoder& self, const std::vector<std::string>& sentences,
                                   const DecodeOptions& options, unsigned threads,
                                   const std::optional<std::vector<PyScorer>>& scorers) {
  const std::vector<StringScorer> called = scorers_of(scorers);
  const nb::gil_scoped_release release;
  std::vector<ResultView> results;
  results.reserve(sentences.size());
  self.decoder->decode_all(
      views_of(sentences), options, threads,
      [&](std::size_t, Decoded&& decoded) { results.push_back(view(self, std::move(decoded))); },
      called);
  return results;
}

std::vector<TrueScoreView> true_scores(const PyDecoder& self, std::string_view source,
                                       const std::vector<std::string>& targets,
                                       std::uint32_t segmentations) {
  const nb::gil_scoped_release release;
  std::vector<TrueScoreView> results;
  for (DecodedTrueScore& found :
       self.decoder->true_scores(source, views_of(targets), segmentations))
    results.push_back(view(self, std::move(found)));
  return results;
}

std::vector<std::vector<TrueScoreView>> true_scores_all(
    const PyDecoder& self, const std::vector<std::string>& sources,
    const std::vector<std::vector<std::string>>& targets, std::uint32_t segmentations,
    unsigned threads) {
  if (sources.size() != targets.size())
    throw Error("there must be a list of targets for each source");
  const nb::gil_scoped_release release;
  std::vector<std::vector<TrueScoreView>> results(sources.size());
  for_each_in_order(
      sources.size(), threads,
      [&](std::size_t i) {
        return self.decoder->true_scores(sources[i], views_of(targets[i]), segmentations);
      },
      [&](std::size_t i, std::vector<DecodedTrueScore>&& found) {
        for (DecodedTrueScore& one : found) results[i].push_back(view(self, std::move(one)));
      });
  return results;
}

ResultView ranked(const ResultView& self, const std::vector<double>& scores, std::uint32_t n,
                  bool proven) {
  const Result& result = *self.result;
  return {
      std::make_shared<Result>(Result{rank_by(result.decoded, scores, n, proven), result.decoder})};
}

nb::bytes nbest(const PyDecoder& self, const ResultView& result, std::uint64_t index) {
  std::string lines;
  append_nbest(self.decoder->maker(), result.result->decoded, index, lines);
  return nb::bytes(lines.data(), lines.size());
}

void bind_results(nb::module_& module) {
  nb::class_<EdgeView>(module, "DerivationEdge", "A unit that a derivation uses.")
      .def_prop_ro(
          "begin", [](const EdgeView& e) { return e.edge->begin; },
          "number of its first source word, from 0")
      .def_prop_ro(
          "end", [](const EdgeView& e) { return e.edge->end; }, "one behind its last source word")
      .def_prop_ro(
          "target", [](const EdgeView& e) { return e.edge->target; }, "the words it makes")
      .def_prop_ro("table", &table_name, "name of its table, `self` or `unknown`")
      .def_prop_ro("table_index", &table_index, "number of its table, None without one")
      .def_prop_ro(
          "score", [](const EdgeView& e) { return e.edge->score; }, "weighted log score")
      .def_prop_ro(
          "features", [](const EdgeView& e) { return e.edge->features; },
          "the log scores of its entry, before weighting");
  nb::class_<DerivationView>(module, "Derivation", "One way to say the sentence.")
      .def_prop_ro(
          "text", [](const DerivationView& d) { return d.derivation->text; },
          "its words, joined by blanks")
      .def_prop_ro(
          "words",
          [](const DerivationView& d) {
            std::vector<std::string_view> words;
            split_words(d.derivation->text, words);
            return words;
          },
          "its words")
      .def_prop_ro(
          "score", [](const DerivationView& d) { return d.derivation->score; },
          "language model and edges, weighted, natural log")
      .def_prop_ro(
          "lm", [](const DerivationView& d) { return d.derivation->lm; },
          "language model score, natural log, not weighted")
      .def_prop_ro(
          "global_score", [](const DerivationView& d) { return d.derivation->global_score; },
          "what it is ranked by where there is a scorer; None if there is none")
      .def_prop_ro(
          "edges",
          [](const DerivationView& d) {
            std::vector<EdgeView> edges;
            for (const std::uint32_t id : d.derivation->edges)
              edges.push_back({d.result, &d.result->decoded.edges[id]});
            return edges;
          },
          "its units, from left to right")
      .def("__repr__", [](const DerivationView& d) {
        return nb::str("Derivation({!r}, score={:.6g})")
            .format(d.derivation->text, d.derivation->score);
      });
  nb::class_<ResultView>(module, "Decoded", "What a search found for one sentence.")
      .def_prop_ro("derivations", &derivations_of, "best first")
      .def_prop_ro(
          "search", [](const ResultView& r) { return r.result->decoded.search; },
          "which search gave the answer: the beam when exact search hit its limit")
      .def_prop_ro(
          "optimal", [](const ResultView& r) { return r.result->decoded.optimal; },
          "the first derivation is proven to be the best there is")
      .def_prop_ro(
          "complete", [](const ResultView& r) { return r.result->decoded.complete; },
          "each derivation is proven to be in its place")
      .def_prop_ro(
          "upper_bound", [](const ResultView& r) { return r.result->decoded.upper_bound; },
          "no derivation scores higher; infinite if there is no such bound")
      .def_prop_ro(
          "episodes", [](const ResultView& r) { return r.result->decoded.episodes; },
          "of Monte-Carlo search")
      .def("ranked", &ranked, "scores"_a, nb::kw_only(), "n"_a, "proven"_a,
           "The n best derivations by other scores, one for each: the highest first, then as they "
           "were. `proven` if there are no others than these.");
  nb::class_<TrueScoreView>(module, "TrueScore", "The best score of a given paraphrase.")
      .def_ro("score", &TrueScoreView::score, "minus infinity when it cannot be made")
      .def_prop_ro(
          "decoded", [](const TrueScoreView& t) { return ResultView{t.result}; },
          "ways to make it, best first; no more than asked for")
      .def_ro("count", &TrueScoreView::count, "how many segmentations there are")
      .def_ro("reason", &TrueScoreView::reason, "why it cannot be made; empty when it can");
}

void bind_options(nb::module_& module) {
  nb::enum_<Search>(module, "Search", "How the best derivation is looked for.")
      .value("EXACT", Search::kExact, "Distinct strings in the order of their true scores.")
      .value("BEAM", Search::kBeam, "Derivations that survive in stacks of limited size.")
      .value("MONTE_CARLO", Search::kMonteCarlo, "The best strings that sampling comes across.");

  const DecodeOptions standard;
  nb::class_<DecodeOptions>(module, "DecodeOptions", "What to look for and how hard.")
      .def(
          "__init__",
          [](DecodeOptions* self, Search search, std::uint32_t n, bool distinct,
             std::uint64_t max_expansions, double max_seconds, std::uint32_t stack,
             double threshold, const MonteCarloOptions& monte_carlo) {
            if (n < 1) throw Error("n must be at least 1");
            if (!(max_seconds >= 0.0)) throw Error("max_seconds must be 0 or a positive number");
            if (!(threshold >= 0.0)) throw Error("threshold must be 0 or a positive number");
            new (self) DecodeOptions{search, n,         distinct,   {max_expansions, max_seconds},
                                     stack,  threshold, monte_carlo};
          },
          nb::kw_only(), "search"_a = standard.search, "n"_a = standard.n,
          "distinct"_a = standard.distinct, "max_expansions"_a = standard.limit.expansions,
          "max_seconds"_a = standard.limit.seconds, "stack"_a = standard.stack,
          "threshold"_a = standard.threshold, "monte_carlo"_a = standard.monte_carlo)
      .def_ro("search", &DecodeOptions::search)
      .def_ro("n", &DecodeOptions::n, "how many derivations")
      .def_ro("distinct", &DecodeOptions::distinct,
              "one derivation a string; exact search never gives more")
      .def_prop_ro(
          "max_expansions", [](const DecodeOptions& o) { return o.limit.expansions; },
          "words that exact search may try at states before the beam takes over")
      .def_prop_ro(
          "max_seconds", [](const DecodeOptions& o) { return o.limit.seconds; },
          "seconds that exact search may take for a sentence; 0: no limit")
      .def_ro("stack", &DecodeOptions::stack, "hypotheses a stack of the beam keeps; 0: all")
      .def_ro("threshold", &DecodeOptions::threshold,
              "how far below the best of its stack a hypothesis may score")
      .def_ro("monte_carlo", &DecodeOptions::monte_carlo, "options of Monte-Carlo search");
}

}  // namespace

void bind_search(nb::module_& module) {
  bind_options(module);
  bind_results(module);
  nb::class_<PyDecoder>(module, "Decoder", "Tables, a language model and their weights.")
      .def(
          "__init__",
          [](PyDecoder* self, std::vector<std::shared_ptr<Table>> tables,
             std::shared_ptr<lm::Model> model, std::optional<std::vector<std::string>> names,
             std::optional<std::vector<std::vector<double>>> weights, double lm_weight,
             std::optional<double> self_score, double self_weight, double unknown) {
            new (self) PyDecoder(make_decoder(std::move(tables), std::move(model), std::move(names),
                                              std::move(weights), lm_weight, self_score,
                                              self_weight, unknown));
          },
          "tables"_a, "lm"_a, nb::kw_only(), "table_names"_a = nb::none(),
          "table_weights"_a = nb::none(), "lm_weight"_a = 1.0, "self_score"_a = nb::none(),
          "self_weight"_a = 1.0, "unknown"_a = -100.0,
          "A weight for each score of each table, 1 by default. `self_score` is the log score of "
          "an edge from each word to itself (none by default), `unknown` that of a word that no "
          "entry covers.")
      .def(
          "decode",
          [](const PyDecoder& self, std::string_view sentence, const DecodeOptions& options,
             const std::optional<PyScorer>& scorer) {
            const StringScorer called = scorer ? scorer_of(*scorer) : StringScorer();
            const nb::gil_scoped_release release;
            return view(self, self.decoder->decode(sentence, options, called));
          },
          "sentence"_a, "options"_a = DecodeOptions{}, nb::kw_only(), "scorer"_a = nb::none(),
          "Decodes one tokenised sentence. A scorer gets texts (words with blanks between them) "
          "and gives a number for each; Monte-Carlo search takes it in place of the model.")
      .def("decode_all", &decode_all, "sentences"_a, "options"_a = DecodeOptions{}, nb::kw_only(),
           "threads"_a = 0, "scorers"_a = nb::none(),
           "Decodes sentences on several threads (0: all cores); the results are in order and do "
           "not depend on the number of threads. There may be a scorer for each sentence.")
      .def(
          "true_score",
          [](const PyDecoder& self, std::string_view source, std::string target,
             std::uint32_t segmentations) {
            return true_scores(self, source, {std::move(target)}, segmentations).front();
          },
          "source"_a, "target"_a, nb::kw_only(), "segmentations"_a = 1,
          "The best score of a paraphrase, with up to so many ways to make it.")
      .def("true_scores", &true_scores, "source"_a, "targets"_a, nb::kw_only(),
           "segmentations"_a = 1, "The same for several paraphrases of one sentence.")
      .def("true_scores_all", &true_scores_all, "sources"_a, "targets"_a, nb::kw_only(),
           "segmentations"_a = 1, "threads"_a = 0,
           "The same for several sentences, each with its list of paraphrases.")
      .def("nbest", &nbest, "result"_a, "index"_a,
           "Lines as Moses prints them for the sentence with this number.");
}

}  // namespace ow::bindings
