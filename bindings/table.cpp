#include "table/table.h"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <filesystem>

#include "base/lines.h"
#include "columns.h"
#include "phrases/signature.h"
#include "rooms.h"
#include "table/columns.h"
#include "table/export.h"
#include "table/import.h"
#include "table/merge.h"
#include "table/moses.h"
#include "table/ppdb.h"
#include "table/ppdb_rules.h"
#include "table/tsv.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

using Release = nb::call_guard<nb::gil_scoped_release>;
using Point = std::pair<std::uint8_t, std::uint8_t>;

/// An entry with its words as text, for Python.
struct TableEntry {
  std::string target;
  std::vector<float> scores;
  std::optional<std::uint64_t> count;
  std::optional<std::string> tags;
  std::vector<Point> alignment;
};

// The library's own signature leaves open what a PathLike gives.
constexpr const char* kWriteSignature =
    "def write(self, path: str | os.PathLike[str], *, "
    "duplicates: Duplicates = otherwords._core.Duplicates.BEST, "
    "quantise: bool = False) -> WriteReport";

struct Match {
  std::size_t begin, end;
  TableEntry entry;
};

TableEntry to_python(const Table& table, const Entry& entry) {
  TableEntry result;
  append_phrase(table.vocabulary(), entry.target, result.target);
  result.scores.assign(entry.scores.begin(), entry.scores.end());
  if (entry.count > 0) result.count = entry.count;
  if (entry.tags != Entry::kNoTags) result.tags = table.tags(entry.tags);
  for (const AlignmentPoint point : entry.alignment)
    result.alignment.emplace_back(point.source, point.target);
  if (!is_valid_utf8(result.target) || (result.tags && !is_valid_utf8(*result.tags)))
    fail_in_file(table.path(), "a word is not valid UTF-8: the file is damaged; build it again");
  return result;
}

/// Tags of the words of a look-up, if it was given any.
using Tags = std::optional<std::vector<std::string_view>>;

/// Which entries may be used for the spans of a sentence.
class Permission {
 public:
  Permission(const Table& table, const Tags& tags, std::size_t words) : table_(table) {
    if (!tags) return;
    if (tags->size() != words)
      throw Error(std::to_string(tags->size()) + " tags for " + std::to_string(words) +
                  " words; give one for each");
    filter_.emplace(*tags);
  }

  bool operator()(std::size_t begin, std::size_t end, const Entry& entry) {
    return !filter_ || filter_->fits(begin, end, table_.tags(entry.tags));
  }

 private:
  const Table& table_;
  std::optional<SpanFilter> filter_;
};

std::vector<TableEntry> lookup(const Table& table, std::string_view phrase, const Tags& tags) {
  std::vector<std::string_view> words;
  split_words(phrase, words);
  std::vector<WordId> source;
  for (const std::string_view word : words) source.push_back(table.word_or_unknown(word));
  Permission permitted(table, tags, words.size());
  std::vector<TableEntry> found;
  for (Entries entries = table.find(source); entries.next();) {
    if (permitted(0, words.size(), entries.entry()))
      found.push_back(to_python(table, entries.entry()));
  }
  return found;
}

std::vector<Match> matches(const Table& table, const std::vector<std::string_view>& tokens,
                           const Tags& tags) {
  std::vector<WordId> sentence;
  for (const std::string_view token : tokens) sentence.push_back(table.word_or_unknown(token));
  Permission permitted(table, tags, tokens.size());
  std::vector<Match> found;
  table.for_each_match(sentence, [&](std::size_t begin, std::size_t end, const Entry& entry) {
    if (permitted(begin, end, entry)) found.push_back({begin, end, to_python(table, entry)});
  });
  return found;
}

ScoreScale scale_of(bool log) {
  return log ? ScoreScale::kLog : ScoreScale::kProbability;
}

template <void (*write)(const Table&, ow::Output&, ScoreScale)>
void export_text(const Table& table, int fd, std::string name, bool log) {
  ow::Output out(fd, std::move(name));
  write(table, out, scale_of(log));
}

/// The words of a phrase as numbers of a builder.
class PhraseNumbers {
 public:
  explicit PhraseNumbers(TableBuilder& builder) : builder_(builder) {}

  std::span<const WordId> operator()(std::string_view phrase) {
    split_words(phrase, words_);
    numbers_.clear();
    for (const std::string_view word : words_) numbers_.push_back(builder_.word(word));
    return numbers_;
  }

 private:
  TableBuilder& builder_;
  std::vector<std::string_view> words_;
  std::vector<WordId> numbers_;
};

void add_entry(TableBuilder& builder, std::string_view source, std::string_view target,
               const std::vector<float>& scores, std::optional<std::uint64_t> count,
               std::optional<std::string_view> tags, const std::vector<Point>& alignment) {
  PhraseNumbers source_numbers(builder), target_numbers(builder);
  const auto source_words = source_numbers(source), target_words = target_numbers(target);
  std::vector<AlignmentPoint> points;
  for (const auto& [from, to] : alignment) points.push_back({from, to});
  builder.add(source_words, {target_words, scores, count.value_or(0),
                             tags ? builder.tags(*tags) : Entry::kNoTags, points});
}

using Scores = nb::ndarray<const float, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
/// The offsets and the bytes of an Arrow column of texts.
using TextBuffers = std::pair<Input<std::int32_t>, Input<std::uint8_t>>;

void add_columns(TableBuilder& builder, Input<std::int32_t> source_offsets,
                 Input<std::uint8_t> source_bytes, Input<std::int32_t> target_offsets,
                 Input<std::uint8_t> target_bytes, Scores scores, Input<std::int64_t> counts,
                 std::optional<TextBuffers> tags, std::optional<TextBuffers> alignments) {
  const auto view = [](const std::optional<TextBuffers>& buffers) {
    return buffers ? texts_of(buffers->first, buffers->second) : TextsView{};
  };
  const TextsView sources = texts_of(source_offsets, source_bytes);
  const TextsView targets = texts_of(target_offsets, target_bytes);
  const TextsView signatures = view(tags), links = view(alignments);
  const std::size_t rows = sources.size(), width = builder.score_names().size();
  if (targets.size() != rows || scores.shape(0) != rows || scores.shape(1) != width ||
      counts.shape(0) != rows || (tags && signatures.size() != rows) ||
      (alignments && links.size() != rows))
    throw Error(
        "the columns of entries differ in length, or there are not as many scores as names");
  const nb::gil_scoped_release released;
  PhraseNumbers source_numbers(builder), target_numbers(builder);
  std::vector<AlignmentPoint> points;
  for (std::size_t row = 0; row < rows; ++row) {
    Entry entry;
    entry.target = target_numbers(targets[row]);
    entry.scores = {scores.data() + row * width, width};
    entry.count = static_cast<std::uint64_t>(std::max<std::int64_t>(0, counts.data()[row]));
    if (tags && !signatures[row].empty()) entry.tags = builder.tags(signatures[row]);
    if (alignments) {
      const std::string_view packed = links[row];
      points.clear();
      for (std::size_t i = 0; i + 1 < packed.size(); i += 2)
        points.push_back(
            {static_cast<std::uint8_t>(packed[i]), static_cast<std::uint8_t>(packed[i + 1])});
      std::sort(points.begin(), points.end());
      entry.alignment = points;
    }
    builder.add(source_numbers(sources[row]), entry);
  }
}

template <class Parser>
std::unique_ptr<TextImport> import_columns(std::vector<std::size_t> scores,
                                           std::vector<std::string> names, bool log, bool strict) {
  return std::make_unique<TextImport>(
      std::make_unique<Parser>(ScoreChoice{std::move(scores), std::move(names), scale_of(log)}),
      strict);
}

std::unique_ptr<TextImport> import_ppdb(std::vector<std::string> features,
                                        std::vector<std::string> names, bool strict) {
  return std::make_unique<TextImport>(
      std::make_unique<PpdbParser>(std::move(features), std::move(names)), strict);
}

std::unique_ptr<TextImport> import_ppdb_rules(std::vector<std::string> features,
                                              std::vector<std::string> names,
                                              const std::vector<std::string>& function_words,
                                              bool strict) {
  auto parser =
      std::make_unique<PpdbRuleParser>(std::move(features), std::move(names), function_words);
  return std::make_unique<TextImport>(std::move(parser), strict);
}

template <class T>
nb::bytes bytes_of(const std::vector<T>& numbers) {
  return nb::bytes(numbers.data(), numbers.size() * sizeof(T));
}

template <TextColumn Columns::* column>
nb::tuple text_of(const Columns& columns) {
  const TextColumn& text = columns.*column;
  return nb::make_tuple(bytes_of(text.offsets), nb::bytes(text.bytes.data(), text.bytes.size()));
}

void bind_reading(nb::module_& module) {
  nb::class_<TableEntry>(module, "Entry", "One way to say a source phrase.")
      .def_ro("target", &TableEntry::target, "The words of the target, with blanks between them.")
      .def_ro("scores", &TableEntry::scores, "Natural logs, in the order of `Table.score_names`.")
      .def_ro("count", &TableEntry::count, "How often the pair was seen, if that is known.")
      .def_ro("tags", &TableEntry::tags, "The tag signature, if there is one.")
      .def_ro("alignment", &TableEntry::alignment,
              "Pairs of a place in the source and a place in the target.")
      .def("__repr__", [](const TableEntry& entry) {
        return nb::str("Entry(target={!r}, scores={})").format(entry.target, entry.scores);
      });
  nb::class_<Match>(module, "Match", "An entry whose source is the tokens [begin, end).")
      .def_ro("begin", &Match::begin)
      .def_ro("end", &Match::end)
      .def_ro("entry", &Match::entry)
      .def("__repr__", [](const Match& match) {
        return nb::str("Match({}, {}, {!r})").format(match.begin, match.end, match.entry);
      });
  nb::class_<Table> table(module, "Table", "A paraphrase table, mapped from its file.");
  table.attr("MAGIC") = nb::bytes(table_format::kKind.magic, sizeof table_format::kKind.magic);
  table
      .def(
          "__init__",
          [](Table* self, const std::filesystem::path& path) { new (self) Table(path.string()); },
          "path"_a, Release(), nb::sig("def __init__(self, path: str | os.PathLike[str]) -> None"))
      .def_prop_ro("path", &Table::path)
      .def_prop_ro("file_size", &Table::file_size)
      .def_prop_ro("score_names",
                   [](const Table& table) {
                     const auto names = table.score_names();
                     return std::vector<std::string>(names.begin(), names.end());
                   })
      .def_prop_ro("entry_count", &Table::entry_count)
      .def_prop_ro("source_count", &Table::source_count)
      .def_prop_ro("word_count", [](const Table& table) { return table.vocabulary().size(); })
      .def_prop_ro("longest_source", &Table::longest_source)
      .def_prop_ro("longest_target", &Table::longest_target)
      .def_prop_ro("has_counts", &Table::has_counts)
      .def_prop_ro("has_tags", &Table::has_tags)
      .def_prop_ro("has_alignments", &Table::has_alignments)
      .def_prop_ro("is_quantised", &Table::is_quantised)
      .def("lookup", &lookup, "phrase"_a, "tags"_a = nb::none(),
           "The entries of a phrase, best first. Penn tags of its words leave out the entries "
           "whose signatures are others.")
      .def("matches", &matches, "tokens"_a, "tags"_a = nb::none(),
           "Every entry of every span of a sentence, in the order of begin, end and rank; with "
           "Penn tags of its words, those whose signatures allow for them.")
      .def("verify", &Table::verify, Release(),
           "Reads the whole file and raises FormatError where it is damaged.")
      .def("write_moses", &export_text<write_moses>, "fd"_a, "name"_a, "log"_a, Release(),
           "Writes a Moses phrase table to a descriptor.")
      .def("write_tsv", &export_text<write_tsv>, "fd"_a, "name"_a, "log"_a, Release(),
           "Writes columns separated by tabs to a descriptor.");
  nb::class_<Columns>(module, "Columns", "Entries as the buffers of Arrow arrays.")
      .def_ro("rows", &Columns::rows)
      .def_prop_ro("source", &text_of<&Columns::source>,
                   nb::sig("def source(self) -> tuple[bytes, bytes]"))
      .def_prop_ro("target", &text_of<&Columns::target>,
                   nb::sig("def target(self) -> tuple[bytes, bytes]"))
      .def_prop_ro("scores",
                   [](const Columns& columns) {
                     std::vector<nb::bytes> scores;
                     for (const auto& column : columns.scores) scores.push_back(bytes_of(column));
                     return scores;
                   })
      .def_prop_ro("count", [](const Columns& columns) { return bytes_of(columns.count); })
      .def_prop_ro("tags", &text_of<&Columns::tags>,
                   nb::sig("def tags(self) -> tuple[bytes, bytes]"))
      .def_prop_ro("alignment", &text_of<&Columns::alignment>,
                   nb::sig("def alignment(self) -> tuple[bytes, bytes]"));
  nb::class_<ColumnReader>(module, "ColumnReader", "All entries of a table, many at a time.")
      .def(nb::init<const Table&>(), "table"_a, nb::keep_alive<1, 2>())
      .def("next", &ColumnReader::next, "rows"_a, Release(), "At most so many; no row at the end.");
}

void bind_building(nb::module_& module) {
  nb::enum_<Duplicates>(module, "Duplicates", "What becomes of entries with the same pair.")
      .value("BEST", Duplicates::kBest, "The one with the highest first score is kept.")
      .value("FIRST", Duplicates::kFirst, "The one that came first is kept.")
      .value("SUM", Duplicates::kSum, "Their probabilities and counts are added up.");
  nb::class_<WriteReport>(module, "WriteReport", "What was written.")
      .def_ro("entries", &WriteReport::entries)
      .def_ro("sources", &WriteReport::sources)
      .def_ro("words", &WriteReport::words)
      .def_ro("duplicates", &WriteReport::duplicates)
      .def_ro("quantisation_errors", &WriteReport::quantisation_errors,
              "The largest of each score; empty without quantisation.");
  const auto write = [](const TableBuilder& builder, const std::filesystem::path& path,
                        Duplicates duplicates, bool quantise) {
    return builder.write(path.string(), {duplicates, quantise});
  };
  nb::class_<TableBuilder>(module, "TableBuilder", "Collects entries and writes a table file.")
      .def(nb::init<std::vector<std::string>>(), "score_names"_a)
      .def("__len__", &TableBuilder::size)
      .def("add", &add_entry, "source"_a, "target"_a, "scores"_a, nb::kw_only(),
           "count"_a = nb::none(), "tags"_a = nb::none(), "alignment"_a = std::vector<Point>{},
           "Adds an entry; scores are natural logs.")
      .def("add_columns", &add_columns, "source_offsets"_a, "source_bytes"_a, "target_offsets"_a,
           "target_bytes"_a, "scores"_a, "counts"_a, nb::kw_only(), "tags"_a = nb::none(),
           "alignments"_a = nb::none(),
           "Adds entries from two Arrow columns of phrases, a row of scores and a count each (0: "
           "not known); if given, also columns of tag signatures (empty: none) and of links, two "
           "bytes for each.")
      .def("add_table", &add_table, "table"_a, Release(),
           "Adds all entries of a table with the same scores.")
      .def("write", write, "path"_a, nb::kw_only(), "duplicates"_a = Duplicates::kBest,
           "quantise"_a = false, Release(), nb::sig(kWriteSignature),
           "Writes the file, which appears under its name when it is complete.");
  nb::class_<ImportReport>(module, "ImportReport", "What a text held.")
      .def_ro("lines", &ImportReport::lines)
      .def_ro("entries", &ImportReport::entries)
      .def_ro("patterns", &ImportReport::patterns, "Rules with slots, set aside.")
      .def_ro("left_out", &ImportReport::left_out,
              "Lines that are nothing for such a table: why, and how many.")
      .def_ro("broken", &ImportReport::broken, "Lines with mistakes, left out.")
      .def_prop_ro(
          "first_broken",
          [](const ImportReport& report) {
            std::vector<std::pair<std::uint64_t, std::string>> lines;
            for (const BrokenLine& line : report.first_broken)
              lines.emplace_back(line.line, line.why);
            return lines;
          },
          "Number and fault of the first ten of them.");
  nb::class_<TextImport>(module, "TextImport", "Builds a table from text.")
      .def_static("moses", &import_columns<MosesParser>, "scores"_a, "names"_a, "log"_a, "strict"_a)
      .def_static("tsv", &import_columns<TsvParser>, "scores"_a, "names"_a, "log"_a, "strict"_a)
      .def_static("ppdb", &import_ppdb, "features"_a, "names"_a, "strict"_a)
      .def_static("ppdb_rules", &import_ppdb_rules, "features"_a, "names"_a, "function_words"_a,
                  "strict"_a)
      .def("open", &TextImport::open, "fd"_a, "name"_a, "Begins an input.")
      .def("keep_patterns", &TextImport::keep_patterns, "fd"_a, "name"_a,
           "Sends rules with slots to a descriptor.")
      .def("read", &TextImport::read, "lines"_a, Release(),
           "Reads at most so many lines of the input; False at its end.")
      .def_prop_ro(
          "report", [](const TextImport& import) { return import.report(); },
          "About the input opened last, so far.")
      .def(
          "write",
          [write](const TextImport& import, const std::filesystem::path& path,
                  Duplicates duplicates,
                  bool quantise) { return write(import.builder(), path, duplicates, quantise); },
          "path"_a, nb::kw_only(), "duplicates"_a = Duplicates::kBest, "quantise"_a = false,
          Release(), nb::sig(kWriteSignature), "Writes the entries of all inputs.");
}

}  // namespace

void bind_table(nb::module_& module) {
  bind_reading(module);
  bind_building(module);
}

}  // namespace ow::bindings
