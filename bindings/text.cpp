// Tokens.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "rooms.h"
#include "text/casing.h"
#include "text/lines.h"
#include "text/seen.h"
#include "text/tokeniser.h"
#include "views.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace ow::bindings {

void bind_text(nb::module_& module) {
  module.def(
      "token_spans",
      [](std::string_view text, std::string_view language) {
        text::Tokeniser tokeniser(text::rules_for(language));
        nb::list starts, ends;
        for (const text::Span token : tokeniser.tokens(text)) {
          starts.append(token.begin);
          ends.append(token.end);
        }
        return nb::make_tuple(starts, ends);
      },
      "text"_a, "language"_a,
      nb::sig("def token_spans(text: str, language: str) -> tuple[list[int], list[int]]"),
      "Where the tokens of a text begin and end, counted in code points.");
  module.def(
      "tokenise_lines",
      [](const nb::list& lines, std::string_view language, bool lower, unsigned threads) {
        const std::vector<std::string_view> views = views_of(lines);
        nb::gil_scoped_release release;
        return text::tokenise_lines(views, text::rules_for(language), lower, threads);
      },
      "lines"_a, "language"_a, nb::kw_only(), "lower"_a = false, "threads"_a = 0,
      nb::sig("def tokenise_lines(lines: list[str], language: str, *, lower: bool = False, "
              "threads: int = 0) -> list[str]"),
      "Each line as its tokens with single spaces between them, in lower case if asked for; 0 "
      "threads are as many as there are cores.");

  nb::class_<text::SeenPairs>(module, "SeenPairs", "Which sentence pairs were there before.")
      .def(nb::init<>())
      .def("__len__", &text::SeenPairs::size)
      .def("add", &text::SeenPairs::add, "source"_a, "target"_a,
           "Whether the pair is new; from now on it is not.");

  nb::class_<text::CasingCounter>(module, "CasingCounter",
                                  "Counts how words are written inside of sentences.")
      .def(nb::init<>())
      .def(
          "add",
          [](text::CasingCounter& counter, const nb::list& lines) {
            for (const std::string_view line : views_of(lines)) counter.add(line);
          },
          nb::sig("def add(self, lines: list[str]) -> None"), "lines"_a,
          "Adds lines of tokens with spaces between them.")
      .def(
          "forms",
          [](const text::CasingCounter& counter) {
            nb::list forms, counts;
            for (const auto& [form, count] : counter.forms()) {
              forms.append(nb::str(form.data(), form.size()));
              counts.append(count);
            }
            return nb::make_tuple(forms, counts);
          },
          nb::sig("def forms(self) -> tuple[list[str], list[int]]"),
          "All forms in the order of their bytes, and how often each was seen.");
}

}  // namespace ow::bindings
