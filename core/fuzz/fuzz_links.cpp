// Any text is read as alignments or refused; what is read can be written, symmetrised and used to
// extract phrases, or does not belong to the text.
#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "base/texts.h"
#include "extract/extract.h"
#include "extract/symmetrise.h"
#include "fuzz/expand.h"

namespace {

using namespace ow;

constexpr std::string_view kPieces[] = {"0-0 ", "1-0 ", "0-1",    "2-2 ", " ",     "\n",
                                        "\t",   "-",    "65535-", "7",    "65536", "x"};

Texts lines_of(std::string_view text) {
  Texts lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.add(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

bool same(const Links& one, const Links& other) {
  if (one.size() != other.size()) return false;
  for (std::size_t i = 0; i < one.size(); ++i)
    if (!std::equal(one[i].begin(), one[i].end(), other[i].begin(), other[i].end())) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text =
      fuzz::expand({reinterpret_cast<const char*>(data), size}, std::span(kPieces));
  try {
    const Links links = parse_links(lines_of(text).view(), "links");
    const Texts written = format_links(links);
    if (!same(parse_links(written.view(), "written"), links)) std::abort();

    Texts sentences;
    for (std::size_t i = 0; i < links.size(); ++i) sentences.add("a b a");
    const Bitext bitext(sentences.view(), sentences.view());
    for (const auto method : {Symmetrisation::kIntersection, Symmetrisation::kUnion,
                              Symmetrisation::kGrowDiag, Symmetrisation::kGrowDiagFinalAnd})
      if (!same(symmetrise(links, links, bitext, method), links)) std::abort();
    const LinkCounts counts = count_links(bitext, links);
    const Lexicon lexicon = Lexicon::from_counts(counts.source, counts.target, counts.count);
    ExtractOptions options;
    options.threads = 1;
    extract_phrases(bitext, links, lexicon, options);
  } catch (const FormatError&) {
  }
  return 0;
}
