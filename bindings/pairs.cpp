// Sentence pairs out of comparable and parallel texts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "columns.h"
#include "pairs/align_sentences.h"
#include "pairs/alike.h"
#include "pairs/cluster.h"
#include "pairs/near.h"
#include "rooms.h"
#include "views.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {

void bind_pairs(nb::module_& module) {
  nb::class_<pairs::NearPair>(module, "NearPair", "Two sentences of a cluster that differ little.")
      .def_ro("first", &pairs::NearPair::first, "number of the first sentence")
      .def_ro("second", &pairs::NearPair::second, "number of the second sentence")
      .def_ro("distance", &pairs::NearPair::distance, "number of edits");
  nb::class_<pairs::NearPairs>(module, "NearPairs", "What was found in a cluster.")
      .def_ro("pairs", &pairs::NearPairs::pairs, "in the order of their numbers")
      .def_ro("sentences", &pairs::NearPairs::sentences, "sentences of a length that counts")
      .def_ro("repeated", &pairs::NearPairs::repeated, "sentences that were there before, left out")
      .def_ro("compared", &pairs::NearPairs::compared, "pairs whose distance was computed")
      .def_ro("punctuation", &pairs::NearPairs::punctuation,
              "near pairs that differ in punctuation only, left out");
  module.def(
      "near_pairs",
      [](const nb::list& clusters, std::uint32_t distance, double share, double ratio,
         std::uint32_t shortest, std::uint32_t longest, bool substitutions, unsigned threads) {
        std::vector<std::vector<std::string_view>> views;
        for (const nb::handle cluster : clusters) views.push_back(views_of(cluster));
        nb::gil_scoped_release release;
        return pairs::near_pairs_of_clusters(
            views, {distance, share, ratio, shortest, longest, substitutions}, threads);
      },
      "clusters"_a, nb::kw_only(), "distance"_a, "share"_a, "ratio"_a, "shortest"_a, "longest"_a,
      "substitutions"_a, "threads"_a = 0,
      nb::sig("def near_pairs(clusters: list[list[str]], *, distance: int, share: float, ratio: "
              "float, shortest: int, longest: int, substitutions: bool, threads: int = 0) -> "
              "list[NearPairs]"),
      "The pairs of tokenised sentences that differ in few words, cluster by cluster.");

  using pairs::AlikePairs;
  nb::class_<AlikePairs>(module, "AlikePairs", "Sentences that have n-grams in common, by columns.")
      .def_prop_ro("first", &column_of<AlikePairs, std::uint32_t, &AlikePairs::first>,
                   "number of the first sentence")
      .def_prop_ro("second", &column_of<AlikePairs, std::uint32_t, &AlikePairs::second>,
                   "number of the second one")
      .def_prop_ro("likeness", &column_of<AlikePairs, double, &AlikePairs::likeness>,
                   "twice the n-grams in common, as a share of those of both");
  module.def(
      "alike_pairs",
      [](const nb::list& sentences, double least, std::size_t longest) {
        const std::vector<std::string_view> views = views_of(sentences);
        nb::gil_scoped_release release;
        return pairs::alike_pairs(views, least, longest);
      },
      "sentences"_a, nb::kw_only(), "least"_a, "longest"_a,
      nb::sig("def alike_pairs(sentences: list[str], *, least: float, longest: int) -> AlikePairs"),
      "The pairs of tokenised sentences that have many n-grams in common.");

  module.def(
      "cluster_articles",
      [](const nb::list& articles, const std::vector<std::int64_t>& times, double similarity,
         std::int64_t window) {
        const std::vector<std::string_view> views = views_of(articles);
        nb::gil_scoped_release release;
        return pairs::cluster_articles(views, times, {similarity, window});
      },
      "articles"_a, "times"_a, nb::kw_only(), "similarity"_a, "window"_a,
      nb::sig("def cluster_articles(articles: list[str], times: list[int], *, similarity: float, "
              "window: int) -> list[int]"),
      "The number of the cluster of each tokenised article; times and the window in seconds.");

  nb::class_<pairs::Bead>(module, "Bead", "Sentences of two texts that correspond to each other.")
      .def_ro("first_begin", &pairs::Bead::first_begin, "first sentence of the first text")
      .def_ro("first_end", &pairs::Bead::first_end, "one behind the last")
      .def_ro("second_begin", &pairs::Bead::second_begin, "first sentence of the second text")
      .def_ro("second_end", &pairs::Bead::second_end, "one behind the last")
      .def_ro("overlap", &pairs::Bead::overlap,
              "how much of the words they have in common, 0 to 1");
  module.def(
      "align_sentences",
      [](const nb::list& first, const nb::list& second, std::uint32_t window) {
        const std::vector<std::string_view> one = views_of(first), other = views_of(second);
        nb::gil_scoped_release release;
        return pairs::align_sentences(one, other, window);
      },
      "first"_a, "second"_a, nb::kw_only(), "window"_a = 200,
      nb::sig("def align_sentences(first: list[str], second: list[str], *, window: int = 200) -> "
              "list[Bead]"),
      "Which tokenised sentences of two texts correspond, from the first to the last.");
}

}  // namespace ow::bindings
