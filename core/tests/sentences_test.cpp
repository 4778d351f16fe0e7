#include "text/sentences.h"

#include <doctest/doctest.h>

#include <string>

using namespace ow;

namespace {

/// The sentences of a text with `|` between them, `‖` between paragraphs.
std::string split(std::string_view text, std::string_view language = "en",
                  text::LineBreaks breaks = text::LineBreaks::kWrap) {
  text::SentenceSplitter splitter(language, breaks);
  text::Characters characters;
  characters.decode(text);
  std::string result;
  std::uint32_t paragraph = 0;
  for (const auto& [span, number] : splitter.sentences(text)) {
    if (!result.empty()) result += number == paragraph ? "|" : "‖";
    paragraph = number;
    result += text.substr(characters.offsets[span.begin],
                          characters.offsets[span.end] - characters.offsets[span.begin]);
  }
  return result;
}

}  // namespace

TEST_CASE("Stops end sentences with what closes behind them") {
  CHECK(split("One. Two! Three? Four") == "One.|Two!|Three?|Four");
  CHECK(split("He said \"Go.\" Then (he left.) So?!  Yes...") ==
        "He said \"Go.\"|Then (he left.)|So?!|Yes...");
  CHECK(split("“Why?” he asked. “No.” She left.") == "“Why?” he asked.|“No.”|She left.");
  CHECK(split("Well... maybe. Well... Maybe.") == "Well... maybe.|Well...|Maybe.");
  CHECK(split("Wait . . . more. i use no capitals. ok") ==
        "Wait . . . more.|i use no capitals.|ok");
  CHECK(split("Great! :) Thanks. \U0001F44D Bye.") == "Great! :)|Thanks. \U0001F44D|Bye.");
}

TEST_CASE("Full stops inside of words, numbers and behind abbreviations end nothing") {
  CHECK(split("Dr. Smith, J. R. Jones and Mr. X paid $5.50 to Acme Inc. Monday.") ==
        "Dr. Smith, J. R. Jones and Mr. X paid $5.50 to Acme Inc. Monday.");
  CHECK(split("He lives in the U.S. The rest, e.g. Bob, etc. He left at 5 p.m. It rained.") ==
        "He lives in the U.S.|The rest, e.g. Bob, etc.|He left at 5 p.m.|It rained.");
  CHECK(split("See www.a.org. Or No. 5, p. 7. No. Never.") ==
        "See www.a.org.|Or No. 5, p. 7.|No.|Never.");
  CHECK(split("1. First comes this. 2. Then that.") == "1. First comes this.|2. Then that.");
  CHECK(split("He is older than I. She is in 2005. Then") ==
        "He is older than I.|She is in 2005.|Then");
}

TEST_CASE("Lines are what they are said to be") {
  const std::string_view text = "One line\nwraps. Two\r\n\r\n\n- an item\n- another. One\n3) last";
  CHECK(split(text) == "One line\nwraps.|Two‖- an item‖- another.|One‖3) last");
  CHECK(split(text, "en", text::LineBreaks::kParagraphs) ==
        "One line‖wraps.|Two‖- an item‖- another.|One‖3) last");
  CHECK(split(text, "en", text::LineBreaks::kSentences) ==
        "One line|wraps. Two‖- an item|- another. One|3) last");
  CHECK(split("") == "");
  CHECK(split(" \n\n \t\n") == "");
}

TEST_CASE("Other languages") {
  CHECK(split("Am 3. Mai kam Dr. Maier z.B. nach Bonn. Er blieb.", "de") ==
        "Am 3. Mai kam Dr. Maier z.B. nach Bonn.|Er blieb.");
  CHECK(split("M. Dupont est là. Il dit « oui. » Mme. Y part.", "fr") ==
        "M. Dupont est là.|Il dit « oui. »|Mme. Y part.");
  CHECK(split("¿Qué pasa? ¡Nada! El Sr. López.", "es") == "¿Qué pasa?|¡Nada!|El Sr. López.");
  CHECK(split("我去。你呢？「好。」他说。", "zh") == "我去。|你呢？|「好。」|他说。");
  CHECK(split("Привет. Как дела?", "ru") == "Привет.|Как дела?");
}
