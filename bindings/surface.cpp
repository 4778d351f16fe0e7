// Documents, protection and surface: what comes before and after the search, many texts at once.
#include "text/surface.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/lines.h"
#include "rooms.h"
#include "text/protection.h"
#include "text/sentences.h"
#include "views.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {
namespace {

/// Texts with their tokens, which belong to Python.
struct TokenisedTexts {
  std::vector<std::string_view> texts;
  std::vector<std::vector<text::Span>> tokens;
};

std::uint32_t number_of(nb::handle object) {
  const unsigned long number = PyLong_AsUnsignedLong(object.ptr());
  if (number == static_cast<unsigned long>(-1) && PyErr_Occurred()) throw nb::python_error();
  if (number > UINT32_MAX) throw Error("an offset is beyond 4 GiB; split the text");
  return static_cast<std::uint32_t>(number);
}

TokenisedTexts tokenised(const nb::list& texts, const nb::list& starts, const nb::list& ends) {
  TokenisedTexts result{views_of(texts), {}};
  if (starts.size() != texts.size() || ends.size() != texts.size())
    throw Error("there must be starts and ends for each text");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto begins = nb::cast<nb::list>(starts[i]), behind = nb::cast<nb::list>(ends[i]);
    if (begins.size() != behind.size()) throw Error("each token must have a start and an end");
    auto& tokens = result.tokens.emplace_back();
    tokens.reserve(begins.size());
    for (std::size_t k = 0; k < begins.size(); ++k)
      tokens.push_back({number_of(begins[k]), number_of(behind[k])});
  }
  return result;
}

nb::str string_of(std::string_view text) {
  return nb::str(text.data(), text.size());
}

/// The words of a language and how they are written, for any number of threads.
struct PySurface {
  const text::Rules& rules;
  std::shared_ptr<const text::Casing> casing;
};

nb::list edits_of(const std::vector<text::Edit>& edits) {
  nb::list shown;
  for (const text::Edit& edit : edits) {
    const nb::object replacement =
        edit.replacement == text::Edit::kNone ? nb::none() : nb::object(nb::int_(edit.replacement));
    shown.append(
        nb::make_tuple(edit.span.begin, edit.span.end, string_of(edit.target), replacement));
  }
  return shown;
}

nb::list edit_all(const PySurface& self, const nb::list& texts, const nb::list& starts,
                  const nb::list& ends, const nb::list& replacements,
                  const std::optional<std::vector<nb::bytes>>& is_protected) {
  const TokenisedTexts input = tokenised(texts, starts, ends);
  if (replacements.size() != texts.size())
    throw Error("there must be a list of replacements for each text");
  if (is_protected && is_protected->size() != texts.size())
    throw Error("there must be a byte for each token of each text");
  std::vector<std::vector<text::Replacement>> lists;
  std::deque<std::vector<std::int32_t>> carried;
  for (const nb::handle list : replacements) {
    auto& each = lists.emplace_back();
    for (const nb::handle replacement : list) {
      const nb::tuple fields = nb::cast<nb::tuple>(replacement);
      if (fields.size() != 3 && fields.size() != 4)
        throw Error("a replacement is: first token, end, words, and maybe the tokens they carry");
      each.push_back(
          {number_of(fields[0]), number_of(fields[1]), nb::cast<std::string_view>(fields[2])});
      if (fields.size() == 4)
        each.back().tokens = carried.emplace_back(nb::cast<std::vector<std::int32_t>>(fields[3]));
    }
  }
  std::vector<std::span<const std::uint8_t>> reasons(texts.size());
  for (std::size_t i = 0; is_protected && i < reasons.size(); ++i)
    reasons[i] = {static_cast<const std::uint8_t*>((*is_protected)[i].data()),
                  (*is_protected)[i].size()};
  std::vector<std::vector<text::Edit>> edits(lists.size());
  {
    const nb::gil_scoped_release release;
    text::Surface surface(self.rules, self.casing.get());
    for (std::size_t i = 0; i < lists.size(); ++i)
      edits[i] = surface.edits(input.texts[i], input.tokens[i], lists[i], reasons[i]);
  }
  nb::list result;
  for (const auto& each : edits) result.append(edits_of(each));
  return result;
}

/// What is to be protected in a language, for any number of threads.
struct PyProtection {
  std::string language;
  text::ProtectionOptions options;
  std::shared_ptr<const text::Casing> casing;
  text::Terms terms;
};

nb::list protect(const PyProtection& self, const nb::list& texts, const nb::list& starts,
                 const nb::list& ends) {
  const TokenisedTexts input = tokenised(texts, starts, ends);
  std::vector<std::vector<std::uint8_t>> reasons(input.texts.size());
  {
    const nb::gil_scoped_release release;
    text::Protection protection(self.language, self.options, self.casing.get(), self.terms);
    for (std::size_t i = 0; i < reasons.size(); ++i)
      reasons[i] = protection.reasons(input.texts[i], input.tokens[i]);
  }
  nb::list result;
  for (const auto& each : reasons)
    result.append(nb::bytes(reinterpret_cast<const char*>(each.data()), each.size()));
  return result;
}

nb::tuple sentence_spans(std::string_view text, std::string_view language,
                         text::LineBreaks breaks) {
  text::SentenceSplitter splitter(language, breaks);
  const std::vector<text::SentenceSpan>* sentences;
  {
    const nb::gil_scoped_release release;
    sentences = &splitter.sentences(text);
  }
  nb::list starts, ends, paragraphs;
  for (const auto& [span, paragraph] : *sentences) {
    starts.append(span.begin);
    ends.append(span.end);
    paragraphs.append(paragraph);
  }
  return nb::make_tuple(starts, ends, paragraphs);
}

/// A sentence of a document and its tokens.
struct Sentence {
  text::Span span;
  std::vector<text::Span> tokens;
};

nb::list tokenised_sentences(const nb::list& texts, std::string_view language) {
  const std::vector<std::string_view> views = views_of(texts);
  std::vector<std::vector<Sentence>> documents(views.size());
  {
    const nb::gil_scoped_release release;
    text::SentenceSplitter splitter(language, text::LineBreaks::kWrap);
    text::Tokeniser tokeniser(text::rules_for(language));
    for (std::size_t i = 0; i < views.size(); ++i) {
      for (const text::SentenceSpan& sentence : splitter.sentences(views[i])) {
        const text::Span bytes = splitter.bytes(sentence.span);
        documents[i].push_back({sentence.span, tokeniser.tokens(views[i].substr(
                                                   bytes.begin, bytes.end - bytes.begin))});
      }
    }
  }
  nb::list result;
  for (const auto& sentences : documents) {
    nb::list shown;
    for (const auto& [span, tokens] : sentences) {
      nb::list starts, ends;
      for (const text::Span token : tokens) {
        starts.append(token.begin);
        ends.append(token.end);
      }
      shown.append(nb::make_tuple(span.begin, span.end, starts, ends));
    }
    result.append(shown);
  }
  return result;
}

nb::list contain(const text::Terms& terms, const nb::list& lines) {
  const std::vector<std::string_view> views = views_of(lines);
  std::vector<std::string_view> words;
  nb::list result;
  for (const std::string_view line : views) {
    split_words(line, words);
    bool found = false;
    terms.find(words, [&](std::size_t, std::size_t) { found = true; });
    result.append(found);
  }
  return result;
}

}  // namespace

void bind_surface(nb::module_& module) {
  nb::enum_<text::LineBreaks>(module, "LineBreaks", "What a line break says.")
      .value("WRAP", text::LineBreaks::kWrap)
      .value("PARAGRAPHS", text::LineBreaks::kParagraphs)
      .value("SENTENCES", text::LineBreaks::kSentences);
  module.def("sentence_spans", &sentence_spans, "text"_a, "language"_a, "breaks"_a,
             nb::sig("def sentence_spans(text: str, language: str, breaks: LineBreaks) -> "
                     "tuple[list[int], list[int], list[int]]"),
             "Where the sentences of a document begin and end, counted in code points, and the "
             "numbers of their paragraphs.");

  module.def("tokenised_sentences", &tokenised_sentences, "texts"_a, "language"_a,
             nb::sig("def tokenised_sentences(texts: list[str], language: str) -> "
                     "list[list[tuple[int, int, list[int], list[int]]]]"),
             "For each document its sentences: start and end, and where its tokens begin and end, "
             "counted from its start; all in code points.");

  nb::class_<text::Casing>(module, "CasingForms", "The usual form of each word.")
      .def(
          "__init__",
          [](text::Casing* self, const nb::list& forms, const std::vector<std::uint64_t>& counts) {
            const std::vector<std::string_view> views = views_of(forms);
            if (views.size() != counts.size()) throw Error("each form must have a count");
            std::vector<text::CasingCounter::Form> counted(views.size());
            for (std::size_t i = 0; i < views.size(); ++i) counted[i] = {views[i], counts[i]};
            new (self) text::Casing(counted);
          },
          "forms"_a, "counts"_a,
          nb::sig("def __init__(self, forms: list[str], counts: Sequence[int]) -> None"))
      .def_static(
          "open",
          [](const std::filesystem::path& path) {
            return std::make_shared<text::Casing>(path.string());
          },
          "path"_a, nb::sig("def open(path: str | os.PathLike[str]) -> CasingForms"),
          "Opens a file that `write` made.")
      .def(
          "write",
          [](const text::Casing& self, const std::filesystem::path& path) {
            self.write(path.string());
          },
          "path"_a, nb::sig("def write(self, path: str | os.PathLike[str]) -> None"),
          "Keeps them in a file, which appears under its name when it is complete.")
      .def("__len__", &text::Casing::size)
      .def("form_of", &text::Casing::form_of, "word"_a,
           "How a lower-case word is written inside of a sentence, if that is known.");

  nb::class_<text::Terms>(module, "Terms", "Words and phrases, found whatever their case.")
      .def(
          "__init__",
          [](text::Terms* self, const nb::list& terms, std::string_view language) {
            new (self) text::Terms(views_of(terms), language);
          },
          "terms"_a, "language"_a,
          nb::sig("def __init__(self, terms: list[str], language: str) -> None"))
      .def("contained_in", &contain, "lines"_a,
           nb::sig("def contained_in(self, lines: list[str]) -> list[bool]"),
           "Whether a term is in each line of lower-case words with spaces between them.");

  nb::class_<PyProtection>(module, "Protection", "Says which tokens must stay as they are.")
      .def(
          "__init__",
          [](PyProtection* self, std::string_view language, const nb::list& keep, bool names,
             bool quoted, std::shared_ptr<text::Casing> casing) {
            new (self) PyProtection{std::string(language),
                                    {names, quoted},
                                    std::move(casing),
                                    text::Terms(views_of(keep), language)};
          },
          "language"_a, nb::kw_only(), "keep"_a, "names"_a, "quoted"_a, "casing"_a.none(),
          nb::sig("def __init__(self, language: str, *, keep: list[str], names: bool, "
                  "quoted: bool, casing: CasingForms | None) -> None"))
      .def("reasons", &protect, "texts"_a, "starts"_a, "ends"_a,
           nb::sig("def reasons(self, texts: list[str], starts: list[list[int]], "
                   "ends: list[list[int]]) -> list[bytes]"),
           "A byte for each token of each text: the reasons to protect it, added up.");

  nb::class_<PySurface>(module, "Surface", "Puts words into texts.")
      .def(
          "__init__",
          [](PySurface* self, std::string_view language, std::shared_ptr<text::Casing> casing) {
            new (self) PySurface{text::rules_for(language), std::move(casing)};
          },
          "language"_a, "casing"_a.none(),
          nb::sig("def __init__(self, language: str, casing: CasingForms | None) -> None"))
      .def("edits", &edit_all, "texts"_a, "starts"_a, "ends"_a, "replacements"_a,
           "is_protected"_a = nb::none(),
           nb::sig("def edits(self, texts: list[str], starts: list[list[int]], "
                   "ends: list[list[int]], replacements: Sequence[Sequence[tuple[int, int, str] | "
                   "tuple[int, int, str, Sequence[int]]]], "
                   "is_protected: Sequence[bytes] | None = None) -> "
                   "list[list[tuple[int, int, str, int | None]]]"),
           "What puts replacements (first token, end, words, and maybe for each word the token "
           "that it carries along or -1) into each text: start, end, target, and the number of the "
           "replacement. Protected tokens (a byte for each, not 0) keep their capitals.");
}

}  // namespace ow::bindings
