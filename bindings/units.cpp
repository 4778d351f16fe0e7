// Units of sentences.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "columns.h"
#include "rooms.h"
#include "text/rules.h"
#include "units/finder.h"
#include "views.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// Where tokens are in bytes that Python has counted in code points, in order.
std::vector<SentenceView::Token> byte_spans(std::string_view text, const Numbers& starts,
                                            const Numbers& ends) {
  if (starts.size() != ends.size()) throw Error("there must be an end for each start of a token");
  std::vector<SentenceView::Token> tokens;
  tokens.reserve(starts.size());
  std::uint32_t byte = 0, character = 0;
  const auto byte_of = [&](std::uint32_t wanted) {
    for (; character < wanted && byte < text.size(); ++character) {
      do ++byte;
      while (byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xc0) == 0x80);
    }
    if (character != wanted) throw Error("tokens must be in order and within the text");
    return byte;
  };
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::uint32_t begin = byte_of(starts[i]);
    tokens.push_back({begin, byte_of(ends[i])});
  }
  return tokens;
}

/// One list a sentence, with one item a token.
template <class List>
void check_lists(const std::vector<List>& lists, const std::vector<Numbers>& starts) {
  bool fits = lists.size() == starts.size();
  for (std::size_t i = 0; fits && i < starts.size(); ++i)
    fits = lists[i].size() == starts[i].size();
  if (!fits) throw Error("there must be a list for each sentence with one item for each token");
}

using Lists = std::optional<std::vector<std::vector<std::string>>>;

std::vector<std::vector<std::string_view>> views_of_lists(const Lists& lists) {
  std::vector<std::vector<std::string_view>> views;
  if (lists)
    for (const auto& list : *lists) views.emplace_back(list.begin(), list.end());
  return views;
}

Units find(const UnitFinder& finder, const nb::list& texts, const std::vector<Numbers>& starts,
           const std::vector<Numbers>& ends,
           const std::optional<std::vector<nb::bytes>>& is_protected, const Lists& tags,
           const std::optional<std::vector<Numbers>>& heads, const Lists& relations,
           const Lists& lemmas, const std::vector<std::string>& avoid, const Numbers& only) {
  const std::vector<std::string_view> views = views_of(texts);
  if (starts.size() != views.size() || ends.size() != views.size())
    throw Error("there must be starts and ends of tokens for each text");
  std::vector<std::span<const std::uint8_t>> reasons;
  if (is_protected) {
    for (const nb::bytes& bytes : *is_protected)
      reasons.push_back({static_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    check_lists(reasons, starts);
  }
  for (const Lists* lists : {&tags, &relations, &lemmas})
    if (*lists) check_lists(**lists, starts);
  if (heads) check_lists(*heads, starts);
  const nb::gil_scoped_release release;
  std::vector<std::vector<SentenceView::Token>> tokens;
  const auto tag_views = views_of_lists(tags), relation_views = views_of_lists(relations),
             lemma_views = views_of_lists(lemmas);
  std::vector<SentenceView> sentences;
  tokens.reserve(views.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    tokens.push_back(byte_spans(views[i], starts[i], ends[i]));
    SentenceView& sentence = sentences.emplace_back(SentenceView{views[i], tokens.back()});
    if (is_protected) sentence.is_protected = reasons[i];
    if (tags) sentence.tags = tag_views[i];
    if (heads) sentence.heads = (*heads)[i];
    if (relations) sentence.relations = relation_views[i];
    if (lemmas) sentence.lemmas = lemma_views[i];
  }
  return finder.find(sentences, std::vector<std::string_view>(avoid.begin(), avoid.end()), only);
}

/// What a damaged table holds may not be text.
nb::str string_of(std::string_view text) {
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}
nb::str text_of(const Units& units, BatchWord word) {
  return string_of(units.text(word));
}

/// Words of a batch with blanks between them.
nb::str joined(const Units& units, std::span<const BatchWord> words) {
  std::string text;
  for (const BatchWord word : words) {
    if (!text.empty()) text += ' ';
    text += units.text(word);
  }
  return string_of(text);
}

std::size_t checked_row(const Units& units, std::int64_t row) {
  if (row < 0 || static_cast<std::size_t>(row) >= units.size())
    throw nb::index_error("there is no such unit");
  return static_cast<std::size_t>(row);
}

/// Tables with their kinds, and the forms of those that are collocations.
std::vector<UnitTable> unit_tables(const std::vector<std::shared_ptr<Table>>& tables,
                                   const std::vector<TableKind>& kinds,
                                   const std::vector<std::shared_ptr<Table>>& forms) {
  if ((!kinds.empty() && kinds.size() != tables.size()) ||
      (!forms.empty() && forms.size() != tables.size()))
    throw Error("there must be a kind for each table, and forms or none");
  std::vector<UnitTable> result;
  for (std::size_t i = 0; i < tables.size(); ++i)
    result.push_back({tables[i], kinds.empty() ? TableKind::kPhrases : kinds[i],
                      forms.empty() ? nullptr : forms[i]});
  return result;
}

template <std::vector<std::int32_t> Units::* column>
constexpr auto kNumbers = &column_of<Units, std::int32_t, column>;

}  // namespace

void bind_units(nb::module_& module) {
  nb::enum_<TableKind>(module, "TableKind", "What the entries of a table replace.")
      .value("PHRASES", TableKind::kPhrases)
      .value("PATTERNS", TableKind::kPatterns)
      .value("LOOSE_PATTERNS", TableKind::kLoosePatterns)
      .value("COLLOCATIONS", TableKind::kCollocations);
  nb::class_<PatternCounts>(module, "PatternCounts", "What became of the patterns of sentences.")
      .def_ro("found", &PatternCounts::found, "of partial subtrees")
      .def_ro("matched", &PatternCounts::matched,
              "that a table has, and whose words may be replaced")
      .def_ro("gapped", &PatternCounts::gapped,
              "of these, those that are not one stretch of text: they make no unit");
  nb::class_<Units>(module, "Units", "Possible replacements in a batch of sentences, as columns.")
      .def("__len__", &Units::size)
      .def_prop_ro("sentence_count", &Units::sentence_count)
      .def_prop_ro("sentence", kNumbers<&Units::sentence>, "number of its sentence in the batch")
      .def_prop_ro("begin", kNumbers<&Units::begin>, "its first source token")
      .def_prop_ro("end", kNumbers<&Units::end>, "one behind its last source token")
      .def_prop_ro("table", kNumbers<&Units::table>, "number of its table")
      .def_prop_ro("score", &column_of<Units, double, &Units::score>,
                   "log φ: the first score of its entry")
      .def_prop_ro("source_bytes", kNumbers<&Units::source_bytes>, "bytes it takes away")
      .def_prop_ro("target_bytes", kNumbers<&Units::target_bytes>, "bytes it puts there instead")
      .def_prop_ro("target_offsets", kIntegers<Units, &Units::target_offsets>,
                   "where its words begin in `target_words`; one more at the end")
      .def_prop_ro("target_words", &column_of<Units, BatchWord, &Units::target_words>,
                   "numbers in `vocabulary`")
      .def_prop_ro("target_tokens", kNumbers<&Units::target_tokens>,
                   "for each of these words the source token that it carries along, or -1")
      .def_prop_ro("rule", kNumbers<&Units::rule>,
                   "number of the pair of patterns or collocations that it comes from, or -1")
      .def_prop_ro("feature_offsets", kIntegers<Units, &Units::feature_offsets>,
                   "where the scores of its entry begin in `features`; one more at the end")
      .def_prop_ro("features", &column_of<Units, float, &Units::features>,
                   "all scores of its entry, natural logs")
      .def_prop_ro("unit_offsets", kIntegers<Units, &Units::unit_offsets>,
                   "where the units of a sentence begin; one more at the end")
      .def_prop_ro("token_offsets", kIntegers<Units, &Units::token_offsets>,
                   "where the tokens of a sentence begin in `token_words`; one more at the end")
      .def_prop_ro("token_words", &column_of<Units, BatchWord, &Units::token_words>,
                   "numbers in `vocabulary`")
      .def_prop_ro("token_protected", &column_of<Units, std::uint8_t, &Units::token_protected>,
                   "1 for each token that must not be changed")
      .def_ro("pattern_counts", &Units::pattern_counts, nb::rv_policy::reference_internal)
      .def_prop_ro(
          "vocabulary",
          [](const Units& units) {
            nb::list words;
            for (BatchWord word = 0; word < units.words.size(); ++word)
              words.append(text_of(units, word));
            return words;
          },
          nb::sig("def vocabulary(self) -> list[str]"), "all words of sources and targets")
      .def(
          "target",
          [](const Units& units, std::size_t unit) {
            if (unit >= units.size()) throw nb::index_error("there is no such unit");
            nb::list words;
            for (const BatchWord word : units.target(unit)) words.append(text_of(units, word));
            return words;
          },
          nb::sig("def target(self, unit: int) -> list[str]"), "unit"_a, "The words of its target.")
      .def(
          "target_texts",
          [](const Units& units, const Input<std::int64_t>& rows) {
            nb::list texts;
            for (const std::int64_t row : span_of(rows))
              texts.append(joined(units, units.target(checked_row(units, row))));
            return texts;
          },
          nb::sig("def target_texts(self, units: NDArray[numpy.int64]) -> list[str]"), "units"_a,
          "The targets of some units, words with blanks between them.")
      .def(
          "rule_texts",
          [](const Units& units, const Input<std::int64_t>& rows) {
            nb::list texts;
            for (const std::int64_t row : span_of(rows)) {
              const std::int32_t rule = units.rule[checked_row(units, row)];
              texts.append(rule == Units::kNoRule
                               ? nb::str("")
                               : joined(units, units.rules[static_cast<std::uint32_t>(rule)]));
            }
            return texts;
          },
          nb::sig("def rule_texts(self, units: NDArray[numpy.int64]) -> list[str]"), "units"_a,
          "The pairs of patterns or collocations that some units come from, as "
          "`take [NN_1] into consideration → consider [NN_1]`; nothing for phrases.")
      .def(
          "fluency",
          [](const Units& units, const lm::Model& model) {
            UnitFluency fluency = unit_fluency(units, model);
            return std::pair(array_of(std::move(fluency.source)),
                             array_of(std::move(fluency.target)));
          },
          "lm"_a,
          "Natural log scores of sources and targets, each by itself. The model must be the one "
          "that the units were found with.")
      .def(
          "sentence_fluency",
          [](const Units& units, const lm::Model& model) {
            return array_of(sentence_fluency(units, model));
          },
          "lm"_a,
          "Natural log score of each sentence as it is, its end included. The model must be the "
          "one that the units were found with.")
      .def(
          "fluency_gains",
          [](const Units& units, const lm::Model& model) {
            return array_of(fluency_gains(units, model));
          },
          "lm"_a,
          "How much higher the model scores the sentence when a unit alone is replaced; natural "
          "logs. The model must be the one that the units were found with.")
      .def(
          "overlap_gains",
          [](const Units& units, const std::vector<std::string>& references) {
            return array_of(overlap_gains(
                units, std::vector<std::string_view>(references.begin(), references.end())));
          },
          "references"_a,
          "How many more words each target shares with the reference of its sentence, words with "
          "blanks between them, than its source does.")
      .def(
          "respellings", [](const Units& units) { return array_of(respellings(units)); },
          "1 for each unit that changes spelling alone.");
  nb::class_<UnitFinder>(module, "UnitFinder", "Looks units up in all tables of a model.")
      .def(
          "__init__",
          [](UnitFinder* self, const std::vector<std::shared_ptr<Table>>& tables,
             std::shared_ptr<lm::Model> model, bool lower_case, std::string_view language,
             const std::vector<TableKind>& kinds,
             const std::vector<std::shared_ptr<Table>>& forms) {
            new (self) UnitFinder(unit_tables(tables, kinds, forms), std::move(model), lower_case,
                                  text::rules_for(language));
          },
          "tables"_a, "lm"_a, nb::kw_only(), "lower_case"_a, "language"_a,
          "kinds"_a = std::vector<TableKind>{}, "forms"_a = std::vector<std::shared_ptr<Table>>{},
          nb::sig("def __init__(self, tables: Sequence[Table], lm: LanguageModel, *, "
                  "lower_case: bool, language: str, kinds: Sequence[TableKind] = ..., "
                  "forms: Sequence[Table | None] = ...) -> None"),
          "Kinds and forms have one item a table, or none: all are phrases.")
      .def("find", &find, "texts"_a, "starts"_a, "ends"_a, nb::kw_only(),
           "is_protected"_a = nb::none(), "tags"_a = nb::none(), "heads"_a = nb::none(),
           "relations"_a = nb::none(), "lemmas"_a = nb::none(),
           "avoid"_a = std::vector<std::string>{}, "only"_a = Numbers{},
           nb::sig("def find(self, texts: list[str], starts: Sequence[Sequence[int]], "
                   "ends: Sequence[Sequence[int]], *, "
                   "is_protected: Sequence[bytes] | None = None, "
                   "tags: Sequence[Sequence[str]] | None = None, "
                   "heads: Sequence[Sequence[int]] | None = None, "
                   "relations: Sequence[Sequence[str]] | None = None, "
                   "lemmas: Sequence[Sequence[str]] | None = None, "
                   "avoid: Sequence[str] = ..., only: Sequence[int] = ...) -> Units"),
           "Units of sentences whose tokens begin and end at these code points. No unit changes a "
           "protected token (a byte for each, not 0) or brings in a phrase to avoid. Patterns need "
           "tags and heads, collocations relations and lemmas besides. Only the tables with these "
           "numbers are looked at, if any are given.");
}

}  // namespace ow::bindings
