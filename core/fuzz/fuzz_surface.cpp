// Any bytes go through sentences, protection and surface: only white space is between sentences,
// and edits are in order, inside of the text, and change something.
#include <cstdlib>
#include <deque>
#include <string_view>

#include "base/lines.h"
#include "text/protection.h"
#include "text/sentences.h"
#include "text/surface.h"

namespace {

using namespace ow::text;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_sentences(std::string_view text, std::string_view language, LineBreaks breaks) {
  SentenceSplitter splitter(language, breaks);
  Characters characters;
  characters.decode(text);
  std::uint32_t end = 0, paragraph = 0;
  const auto only_gaps = [&](std::uint32_t from, std::uint32_t to) {
    for (; from < to; ++from) require((characters.kinds[from] & kGap) != 0);
  };
  for (const auto& [span, number] : splitter.sentences(text)) {
    require(span.begin >= end && span.begin < span.end && number >= paragraph);
    only_gaps(end, span.begin);
    end = span.end;
    paragraph = number;
  }
  only_gaps(end, static_cast<std::uint32_t>(characters.size()));
}

void check_surface(std::string_view text, std::string_view words, std::string_view language,
                   unsigned step) {
  Tokeniser tokeniser(rules_for(language));
  const std::vector<Span> tokens = tokeniser.tokens(text);
  const Terms terms({words}, language);
  Protection protection(language, {true, true}, nullptr, terms);
  require(protection.reasons(text, tokens).size() == tokens.size());
  std::vector<Replacement> replacements;
  std::vector<std::string_view> split;
  ow::split_words(words, split);
  std::deque<std::vector<std::int32_t>> carried;
  for (std::uint32_t begin = step % 3; begin < tokens.size(); begin += 1 + step) {
    const auto end = std::min<std::uint32_t>(begin + 1 + step / 2, tokens.size());
    replacements.push_back({begin, end, begin % 2 == 0 ? words : std::string_view()});
    if (begin % 4 == 0) {
      // All words but the last carry tokens along, in order and again from the first on.
      auto& tokens = carried.emplace_back();
      for (std::size_t i = 0; i < split.size(); ++i)
        tokens.push_back(i + 1 == split.size()
                             ? Replacement::kNew
                             : static_cast<std::int32_t>(begin + i % (end - begin)));
      replacements.back().tokens = tokens;
    }
    begin = end - 1;
  }
  Surface surface(rules_for(language), nullptr);
  Characters characters;
  characters.decode(text);
  std::uint32_t end = 0;
  for (const Edit& edit : surface.edits(text, tokens, replacements)) {
    require(edit.span.begin >= end && edit.span.begin <= edit.span.end);
    require(edit.span.end <= characters.size());
    end = edit.span.end;
  }
  require(!replacements.empty() || surface.written() == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t cut = 2 + (size - 2) * data[0] / 256;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::string_view words = all.substr(2, cut - 2), text = all.substr(cut);
  constexpr const char* kLanguages[] = {"en", "fr", "de", "xx"};
  const char* const language = kLanguages[data[1] / 8 % 4];
  for (const LineBreaks breaks :
       {LineBreaks::kWrap, LineBreaks::kParagraphs, LineBreaks::kSentences})
    check_sentences(text, language, breaks);
  check_surface(text, words, language, data[1] % 8);
  return 0;
}
