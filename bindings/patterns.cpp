// Paraphrase patterns: induction from aligned text, and those of one's own sentences.
#include <nanobind/nanobind.h>

#include "columns.h"
#include "patterns/find.h"
#include "patterns/induce.h"
#include "patterns/weigh.h"
#include "rooms.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

using patterns::FoundPatterns;
using patterns::PatternLimits;
using patterns::PatternPairs;
using patterns::PatternWeights;
using patterns::SubtreeCounts;
using patterns::Trees;

PatternPairs induce(const Bitext& bitext, const Links& links,
                    const Input<std::int32_t>& tags_offsets, const Input<std::uint8_t>& tags_bytes,
                    const Input<std::int32_t>& heads_offsets,
                    const Input<std::uint8_t>& heads_bytes, unsigned words, unsigned slots,
                    unsigned patterns, unsigned longest_pivot, bool tight, unsigned threads) {
  const nb::gil_scoped_release released;
  const Trees trees(bitext.source, texts_of(tags_offsets, tags_bytes),
                    texts_of(heads_offsets, heads_bytes));
  return induce_patterns(bitext, links, trees,
                         {{words, slots, patterns}, longest_pivot, tight, threads});
}

PatternWeights weigh(const PatternPairs& pairs, const Lexicon& lexicon) {
  const nb::gil_scoped_release released;
  return patterns::weigh_patterns(pairs.pattern.view(), pairs.pivot.view(), pairs.alignment.view(),
                                  lexicon);
}

FoundPatterns find(const Input<std::int32_t>& words_offsets, const Input<std::uint8_t>& words_bytes,
                   const Input<std::int32_t>& tags_offsets, const Input<std::uint8_t>& tags_bytes,
                   const Input<std::int32_t>& heads_offsets, const Input<std::uint8_t>& heads_bytes,
                   unsigned words, unsigned slots, unsigned patterns) {
  const nb::gil_scoped_release released;
  const Sentences sentences(texts_of(words_offsets, words_bytes), "words");
  const Trees trees(sentences, texts_of(tags_offsets, tags_bytes),
                    texts_of(heads_offsets, heads_bytes));
  return find_patterns(trees, {words, slots, patterns});
}

}  // namespace

void bind_patterns(nb::module_& module) {
  nb::class_<SubtreeCounts>(module, "SubtreeCounts", "Subtrees and patterns, and what limits cost.")
      .def_ro("subtrees", &SubtreeCounts::subtrees)
      .def_ro("long_subtrees", &SubtreeCounts::long_subtrees)
      .def_ro("patterns", &SubtreeCounts::patterns)
      .def_ro("left_out", &SubtreeCounts::left_out);
  nb::class_<PatternPairs>(module, "PatternPairs", "Patterns and pivot patterns, by columns.")
      .def("__len__", [](const PatternPairs& pairs) { return pairs.count.size(); })
      .def_prop_ro("pattern_id", kIntegers<PatternPairs, &PatternPairs::pattern_id>)
      .def_prop_ro("pivot_id", kIntegers<PatternPairs, &PatternPairs::pivot_id>)
      .def_ro("pattern", &PatternPairs::pattern, nb::rv_policy::reference_internal)
      .def_ro("pivot", &PatternPairs::pivot, nb::rv_policy::reference_internal)
      .def_ro("root", &PatternPairs::root, nb::rv_policy::reference_internal)
      .def_ro("alignment", &PatternPairs::alignment, nb::rv_policy::reference_internal)
      .def_prop_ro("count", kIntegers<PatternPairs, &PatternPairs::count>)
      .def_ro("subtrees", &PatternPairs::subtrees, nb::rv_policy::reference_internal)
      .def_ro("paired", &PatternPairs::paired)
      .def_ro("gapped", &PatternPairs::gapped)
      .def_ro("unaligned", &PatternPairs::unaligned)
      .def_ro("torn", &PatternPairs::torn)
      .def_ro("too_long", &PatternPairs::too_long);
  nb::class_<FoundPatterns>(module, "FoundPatterns", "The patterns of sentences, by columns.")
      .def("__len__", [](const FoundPatterns& found) { return found.sentence.size(); })
      .def_prop_ro("sentence", &column_of<FoundPatterns, std::int32_t, &FoundPatterns::sentence>)
      .def_ro("pattern", &FoundPatterns::pattern, nb::rv_policy::reference_internal)
      .def_prop_ro("begin", &column_of<FoundPatterns, std::int32_t, &FoundPatterns::begin>)
      .def_prop_ro("end", &column_of<FoundPatterns, std::int32_t, &FoundPatterns::end>)
      .def_prop_ro("is_contiguous",
                   &column_of<FoundPatterns, std::uint8_t, &FoundPatterns::is_contiguous>)
      .def_prop_ro("filler_offsets",
                   &column_of<FoundPatterns, std::int32_t, &FoundPatterns::filler_offsets>)
      .def_prop_ro("filler_begin",
                   &column_of<FoundPatterns, std::int32_t, &FoundPatterns::filler_begin>)
      .def_prop_ro("filler_end",
                   &column_of<FoundPatterns, std::int32_t, &FoundPatterns::filler_end>)
      .def_ro("counts", &FoundPatterns::counts, nb::rv_policy::reference_internal);
  nb::class_<PatternWeights>(module, "PatternWeights", "Lexical weights of pairs, by columns.")
      .def_prop_ro("source", kIntegers<PatternWeights, &PatternWeights::source>)
      .def_prop_ro("target", kIntegers<PatternWeights, &PatternWeights::target>);
  module.def("weigh_patterns", &weigh, "pairs"_a, "lexicon"_a,
             "Log p(pattern | pivot pattern) and log p(pivot pattern | pattern), times 2²⁰.");
  const patterns::InduceOptions defaults;
  const PatternLimits& limits = defaults.limits;
  module.def("induce_patterns", &induce, "bitext"_a, "links"_a, "tags_offsets"_a, "tags_bytes"_a,
             "heads_offsets"_a, "heads_bytes"_a, nb::kw_only(), "words"_a = limits.words,
             "slots"_a = limits.slots, "patterns"_a = limits.patterns,
             "longest_pivot"_a = defaults.longest_pivot, "tight"_a = defaults.tight,
             "threads"_a = defaults.threads,
             "The patterns of the source, whose tags and heads are columns of texts, with their "
             "pivot patterns.");
  module.def("find_patterns", &find, "words_offsets"_a, "words_bytes"_a, "tags_offsets"_a,
             "tags_bytes"_a, "heads_offsets"_a, "heads_bytes"_a, nb::kw_only(),
             "words"_a = limits.words, "slots"_a = limits.slots, "patterns"_a = limits.patterns,
             "All patterns of sentences, given as columns of texts, and what fills their slots.");
}

}  // namespace ow::bindings
