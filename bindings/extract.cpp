// Word alignments and phrase pairs. Columns go in and out as NumPy arrays, without copies.
#include "extract/extract.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include "columns.h"
#include "extract/aligner.h"
#include "extract/hmm.h"
#include "extract/model1.h"
#include "extract/signatures.h"
#include "extract/symmetrise.h"
#include "rooms.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

using Release = nb::call_guard<nb::gil_scoped_release>;
/// A property that shows a member of all pairs of a lexicon.
template <class T, T Lexicon::Pair::* member>
Output<T> lexicon_column(nb::handle_t<Lexicon> self) {
  static_assert(sizeof(Lexicon::Pair) % sizeof(T) == 0);
  const auto& pairs = nb::cast<const Lexicon&>(self).pairs();
  const T* first = pairs.empty() ? nullptr : &(pairs.front().*member);
  return Output<T>(first, {pairs.size()}, self, {sizeof(Lexicon::Pair) / sizeof(T)});
}

Lexicon lexicon_of(const Input<std::int64_t>& source, const Input<std::int64_t>& target,
                   const Input<double>& source_given_target,
                   const Input<double>& target_given_source) {
  const std::size_t size = source.shape(0);
  if (target.shape(0) != size || source_given_target.shape(0) != size ||
      target_given_source.shape(0) != size)
    throw Error("the columns of a lexicon differ in length");
  std::vector<Lexicon::Pair> pairs(size);
  for (std::size_t i = 0; i < size; ++i) {
    pairs[i] = {source.data()[i], target.data()[i], source_given_target.data()[i],
                target_given_source.data()[i]};
  }
  return Lexicon(std::move(pairs));
}

PhrasePairs extract(const Bitext& bitext, const Links& links, const Lexicon& lexicon,
                    unsigned longest, unsigned cepts, bool tight, WeightKind weights,
                    bool alignments, bool source_words, bool target_words, unsigned threads) {
  ExtractOptions options;
  options.limits = {longest, cepts, tight};
  options.weights = weights;
  options.alignments = alignments;
  options.source_words = source_words;
  options.target_words = target_words;
  options.threads = threads;
  return extract_phrases(bitext, links, lexicon, options);
}

void bind_alignment(nb::module_& module) {
  nb::class_<Texts>(module, "Texts", "A column of texts, as Arrow lays it out.")
      .def_prop_ro("offsets", &column_of<Texts, std::int32_t, &Texts::offsets>)
      .def_prop_ro("content", [](nb::handle_t<Texts> self) {
        const std::string& bytes = nb::cast<const Texts&>(self).bytes;
        return Output<std::uint8_t>(bytes.data(), {bytes.size()}, self);
      });
  nb::class_<Bitext>(module, "Bitext", "Tokenised sentence pairs, from two Arrow columns.")
      .def(
          "__init__",
          [](Bitext* self, Input<std::int32_t> source_offsets, Input<std::uint8_t> source_bytes,
             Input<std::int32_t> target_offsets, Input<std::uint8_t> target_bytes) {
            const nb::gil_scoped_release released;
            new (self) Bitext(texts_of(source_offsets, source_bytes),
                              texts_of(target_offsets, target_bytes));
          },
          "source_offsets"_a, "source_bytes"_a, "target_offsets"_a, "target_bytes"_a)
      .def("__len__", &Bitext::size)
      .def(
          "lengths",
          [](const Bitext& self) {
            const auto lengths = [&](const Sentences& side) {
              std::vector<std::int64_t> words;
              for (std::size_t i = 0; i < self.size(); ++i)
                words.push_back(static_cast<std::int64_t>(side.words(i).size()));
              return array_of(std::move(words));
            };
            return std::make_tuple(lengths(self.source), lengths(self.target));
          },
          "How many words each sentence has, of the source and of the target.");
  nb::class_<Links>(module, "Links", "The word alignments of many sentence pairs.")
      .def(
          "__init__",
          [](Links* self, Input<std::int32_t> offsets, Input<std::uint8_t> bytes,
             const std::string& name) {
            const nb::gil_scoped_release released;
            new (self) Links(parse_links(texts_of(offsets, bytes), name));
          },
          "offsets"_a, "bytes"_a, nb::kw_only(), "name"_a,
          "Reads an Arrow column of texts like `0-0 1-2`; messages call it `name`.")
      .def("__len__", &Links::size)
      .def_prop_ro("link_count", &Links::link_count)
      .def("texts", &format_links, Release(), "The links as Pharaoh writes them, `0-0 1-2`.")
      .def("check", &check_links, "bitext"_a, nb::kw_only(), "name"_a, Release(),
           "Raises FormatError where they do not belong to the bitext.");
  nb::enum_<Symmetrisation>(module, "Symmetrisation", "How two alignments become one.")
      .value("INTERSECTION", Symmetrisation::kIntersection, "Links in both.")
      .value("UNION", Symmetrisation::kUnion, "Links in either.")
      .value("GROW_DIAG", Symmetrisation::kGrowDiag,
             "The intersection, grown to neighbours in the union that link a free word.")
      .value("GROW_DIAG_FINAL_AND", Symmetrisation::kGrowDiagFinalAnd,
             "The same, then links of either between two free words.");
  module.def(
      "symmetrise",
      nb::overload_cast<const Links&, const Links&, const Bitext&, Symmetrisation>(&symmetrise),
      "forward"_a, "reverse"_a, "bitext"_a, "method"_a, Release(),
      "One alignment of each pair from those of both directions.");
}

void bind_lexicon(nb::module_& module) {
  nb::class_<LinkCounts>(module, "LinkCounts",
                         "Linked words, by their hashes (0: the null word), and how often.")
      .def_prop_ro("source", kIntegers<LinkCounts, &LinkCounts::source>)
      .def_prop_ro("target", kIntegers<LinkCounts, &LinkCounts::target>)
      .def_prop_ro("count", kIntegers<LinkCounts, &LinkCounts::count>);
  module.def("count_links", &count_links, "bitext"_a, "links"_a, Release(),
             "Counts linked words; one without a link counts with the null word.");
  nb::class_<Lexicon>(module, "Lexicon", "Translation probabilities of pairs of words.")
      .def(
          "__init__",
          [](Lexicon* self, Input<std::int64_t> source, Input<std::int64_t> target,
             Input<double> source_given_target, Input<double> target_given_source) {
            const nb::gil_scoped_release released;
            new (self)
                Lexicon(lexicon_of(source, target, source_given_target, target_given_source));
          },
          "source"_a, "target"_a, "source_given_target"_a, "target_given_source"_a)
      .def_static(
          "from_counts",
          [](Input<std::int64_t> source, Input<std::int64_t> target, Input<std::int64_t> count) {
            const nb::gil_scoped_release released;
            return Lexicon::from_counts(span_of(source), span_of(target), span_of(count));
          },
          "source"_a, "target"_a, "count"_a,
          "Relative frequencies; counts of the same pair are added up.")
      .def("__len__", [](const Lexicon& lexicon) { return lexicon.pairs().size(); })
      .def_prop_ro("source", &lexicon_column<std::int64_t, &Lexicon::Pair::source>)
      .def_prop_ro("target", &lexicon_column<std::int64_t, &Lexicon::Pair::target>)
      .def_prop_ro("source_given_target",
                   &lexicon_column<double, &Lexicon::Pair::source_given_target>)
      .def_prop_ro("target_given_source",
                   &lexicon_column<double, &Lexicon::Pair::target_given_source>);
}

std::vector<double> vector_of(const Input<double>& numbers) {
  return {numbers.data(), numbers.data() + numbers.shape(0)};
}

void bind_aligner(nb::module_& module) {
  module.def("train_model1", &train_model1, "bitext"_a, nb::kw_only(), "iterations"_a,
             "threads"_a = 0, Release(), "Translation probabilities of words by IBM Model 1.");
  nb::class_<AlignmentPrior>(module, "AlignmentPrior",
                             "What texts teach about words, for texts of the same kind.")
      .def(
          "__init__",
          [](AlignmentPrior* self, const Lexicon& counts, Input<double> forward_jumps,
             Input<double> reverse_jumps) {
            if (forward_jumps.shape(0) != Jumps::kCount || reverse_jumps.shape(0) != Jumps::kCount)
              throw Error("a prior of alignments has 201 jumps of each direction");
            new (self) AlignmentPrior{counts, vector_of(forward_jumps), vector_of(reverse_jumps)};
          },
          "counts"_a, "forward_jumps"_a, "reverse_jumps"_a)
      .def_ro("counts", &AlignmentPrior::counts, nb::rv_policy::reference_internal)
      .def_prop_ro("forward_jumps",
                   &column_of<AlignmentPrior, double, &AlignmentPrior::forward_jumps>)
      .def_prop_ro("reverse_jumps",
                   &column_of<AlignmentPrior, double, &AlignmentPrior::reverse_jumps>);
  const AlignerOptions defaults;
  module.def(
      "align_words",
      [](const Bitext& bitext, const AlignmentPrior* prior, bool learn, unsigned model1_rounds,
         unsigned hmm_rounds, float null, float identical, unsigned threads) {
        const nb::gil_scoped_release released;
        std::optional<AlignmentPrior> learnt;
        if (learn) learnt.emplace();
        Alignment links = align_words(bitext, {model1_rounds, hmm_rounds, null, identical, threads},
                                      prior, learn ? &*learnt : nullptr);
        return std::make_tuple(std::move(links.forward), std::move(links.reverse),
                               std::move(learnt));
      },
      "bitext"_a, nb::kw_only(), "prior"_a = nb::none(), "learn"_a = false,
      "model1_rounds"_a = defaults.model1_rounds, "hmm_rounds"_a = defaults.hmm_rounds,
      "null"_a = defaults.null, "identical"_a = defaults.identical, "threads"_a = defaults.threads,
      "Forward links, reverse links and, if asked for, what was learnt.");
}

void bind_weights(nb::module_& module) {
  nb::class_<SentenceWeights>(module, "SentenceWeights", "Weights of sentence pairs, by columns.")
      .def_prop_ro("source", kIntegers<SentenceWeights, &SentenceWeights::source>)
      .def_prop_ro("target", kIntegers<SentenceWeights, &SentenceWeights::target>);
  module.def("weigh_sentences", &weigh_sentences, "bitext"_a, "lexicon"_a, Release(),
             "Log p(source | target) and log p(target | source) by IBM Model 1, times 2²⁰.");
}

void bind_phrases(nb::module_& module) {
  nb::enum_<WeightKind>(module, "WeightKind", "What the words of a phrase pair are weighed by.")
      .value("LINKS", WeightKind::kLinks, "Lexical weights along the links.")
      .value("MODEL1", WeightKind::kModel1, "IBM Model 1, over all alignments.");
  nb::class_<PhraseList>(module, "PhraseList", "Phrases by their hashes, and their words.")
      .def_prop_ro("id", kIntegers<PhraseList, &PhraseList::id>)
      .def_ro("words", &PhraseList::words, nb::rv_policy::reference_internal);
  nb::class_<PhrasePairs>(module, "PhrasePairs", "Distinct phrase pairs, by columns.")
      .def("__len__", [](const PhrasePairs& pairs) { return pairs.count.size(); })
      .def_prop_ro("source", kIntegers<PhrasePairs, &PhrasePairs::source>)
      .def_prop_ro("target", kIntegers<PhrasePairs, &PhrasePairs::target>)
      .def_prop_ro("count", kIntegers<PhrasePairs, &PhrasePairs::count>)
      .def_prop_ro("source_weight", kIntegers<PhrasePairs, &PhrasePairs::source_weight>)
      .def_prop_ro("target_weight", kIntegers<PhrasePairs, &PhrasePairs::target_weight>)
      .def_ro("alignment", &PhrasePairs::alignment, nb::rv_policy::reference_internal)
      .def_ro("sources", &PhrasePairs::sources, nb::rv_policy::reference_internal)
      .def_ro("targets", &PhrasePairs::targets, nb::rv_policy::reference_internal);
  module.attr("WEIGHT_BITS") = kWeightBits;
  const ExtractOptions defaults;
  module.def("extract_phrases", &extract, "bitext"_a, "links"_a, "lexicon"_a, nb::kw_only(),
             "longest"_a = defaults.limits.words, "cepts"_a = defaults.limits.cepts,
             "tight"_a = defaults.limits.tight, "weights"_a = defaults.weights,
             "alignments"_a = defaults.alignments, "source_words"_a = defaults.source_words,
             "target_words"_a = defaults.target_words, "threads"_a = defaults.threads, Release(),
             "All phrase pairs that are consistent with the links, each once.");
}

void bind_signatures(nb::module_& module) {
  nb::enum_<Side>(module, "Side", "A side of a bitext.")
      .value("SOURCE", Side::kSource)
      .value("TARGET", Side::kTarget);
  nb::class_<SignatureCounts>(module, "SignatureCounts",
                              "Phrases by their hashes, tag signatures, and how often.")
      .def_prop_ro("phrase", kIntegers<SignatureCounts, &SignatureCounts::phrase>)
      .def_prop_ro("count", kIntegers<SignatureCounts, &SignatureCounts::count>)
      .def_ro("signature", &SignatureCounts::signature, nb::rv_policy::reference_internal);
  nb::enum_<Detail>(module, "Detail", "How much of the tags signatures tell.")
      .value("FINE", Detail::kFine, "Number, degree, tense and person count.")
      .value("COARSE", Detail::kCoarse, "They do not.");
  const ExtractOptions defaults;
  module.def(
      "count_signatures",
      [](const Bitext& bitext, const Links& links, Side side, Input<std::int32_t> tags_offsets,
         Input<std::uint8_t> tags_bytes, Detail detail, unsigned longest, unsigned cepts,
         bool tight, unsigned threads) {
        const nb::gil_scoped_release released;
        return count_signatures(bitext, links, side, texts_of(tags_offsets, tags_bytes), detail,
                                {longest, cepts, tight}, threads);
      },
      "bitext"_a, "links"_a, "side"_a, "tags_offsets"_a, "tags_bytes"_a, "detail"_a, nb::kw_only(),
      "longest"_a = defaults.limits.words, "cepts"_a = defaults.limits.cepts,
      "tight"_a = defaults.limits.tight, "threads"_a = defaults.threads,
      "Signatures of the phrases of one side, whose Penn tags are an Arrow column of texts.");
}

}  // namespace

void bind_extract(nb::module_& module) {
  bind_alignment(module);
  bind_lexicon(module);
  bind_aligner(module);
  bind_weights(module);
  bind_phrases(module);
  bind_signatures(module);
}

}  // namespace ow::bindings
