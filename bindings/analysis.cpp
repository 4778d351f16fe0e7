// Tags, lemmas, trees and entities.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "analysis/analyser.h"
#include "rooms.h"
#include "views.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

using analysis::Analyser;
using analysis::Sentences;

/// Words of lists of strings, which must stay alive.
Sentences sentences_of(const nb::list& lists) {
  Sentences sentences;
  for (const nb::handle list : lists) {
    for (const std::string_view word : views_of(list)) sentences.words.push_back(word);
    sentences.offsets.push_back(static_cast<std::int64_t>(sentences.words.size()));
  }
  return sentences;
}

/// One list a sentence, empty if it is not wanted; `item` makes the item of a row.
template <class Item>
nb::list lists_of(const Sentences& sentences, bool wanted, Item&& item) {
  nb::list lists;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto begin = static_cast<std::size_t>(sentences.offsets[i]);
    const auto end = static_cast<std::size_t>(sentences.offsets[i + 1]);
    nb::list list;
    for (std::size_t row = begin; wanted && row < end; ++row) list.append(item(row));
    lists.append(std::move(list));
  }
  return lists;
}

std::vector<nb::str> strings_of(const std::vector<std::string>& names) {
  std::vector<nb::str> strings;
  for (const std::string& name : names) strings.emplace_back(name.data(), name.size());
  return strings;
}

/// An analyser with the names of its classes as Python's strings.
struct BoundAnalyser {
  explicit BoundAnalyser(const std::string& path)
      : analyser(path),
        tags(strings_of(analyser.names().tags)),
        entities(strings_of(analyser.names().entities)),
        relations(strings_of(analyser.names().relations)) {}

  nb::tuple analyse(const nb::list& lists, bool with_tags, bool with_lemmas, bool with_heads,
                    bool with_relations, bool with_entities, unsigned threads) const {
    const Sentences sentences = sentences_of(lists);
    const analysis::Wanted wanted{with_heads || with_relations, with_lemmas, with_entities};
    const analysis::Analyses found = run(sentences, wanted, threads);
    const TextsView lemmas = found.lemmas.view();
    return nb::make_tuple(
        lists_of(sentences, with_tags, [&](std::size_t row) { return tags[found.tags[row]]; }),
        lists_of(sentences, with_lemmas,
                 [&](std::size_t row) { return nb::str(lemmas[row].data(), lemmas[row].size()); }),
        lists_of(sentences, with_heads, [&](std::size_t row) { return found.heads[row]; }),
        lists_of(sentences, with_relations,
                 [&](std::size_t row) { return relations[found.relations[row]]; }),
        lists_of(sentences, with_entities,
                 [&](std::size_t row) { return entities[found.entities[row]]; }));
  }

  analysis::Analyses run(const Sentences& sentences, const analysis::Wanted& wanted,
                         unsigned threads) const {
    const nb::gil_scoped_release released;
    return analyser.analyse(sentences, wanted, threads);
  }

  Analyser analyser;
  std::vector<nb::str> tags, entities, relations;
};

}  // namespace

void bind_analysis(nb::module_& module) {
  nb::class_<BoundAnalyser>(module, "Analyser", "Tells about the words of sentences.")
      .def(nb::init<const std::string&>(), "path"_a, "Opens a file of `train_analyser`.")
      .def("analyse", &BoundAnalyser::analyse, "sentences"_a, "tags"_a, "lemmas"_a, "heads"_a,
           "relations"_a, "entities"_a, nb::kw_only(), "threads"_a = 1,
           nb::sig("def analyse(self, sentences: list[list[str]], tags: bool, lemmas: bool, heads: "
                   "bool, relations: bool, entities: bool, *, threads: int = 1) -> "
                   "tuple[list[list[str]], list[list[str]], list[list[int]], list[list[str]], "
                   "list[list[str]]]"),
           "Tags, lemmas, heads, relations and entities of each word, as far as they are wanted.");
}

}  // namespace ow::bindings
