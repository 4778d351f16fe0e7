// Any tags, heads and links are taken as those of sentences or refused; what is taken gives
// patterns that lie inside of their sentences, with fillers that lie inside of them.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include "patterns/find.h"
#include "patterns/induce.h"

namespace {

using namespace ow;

constexpr std::string_view kTags[] = {"NN", "VBD", "JJ", "IN", "POS", "RB", "NNS", "?"};

/// Sentences with their translations in as many words, tags, heads and links. A byte says how many
/// words the next one has; each word takes three bytes. Few heads are none.
struct Columns {
  Columns(const std::uint8_t* data, std::size_t size) {
    for (const std::uint8_t* const end = data + size; data < end;) {
      const std::size_t wanted = *data++ % 20;
      const std::size_t words = std::min(wanted, static_cast<std::size_t>(end - data) / 3);
      std::string sentence, tag, head, link;
      for (std::size_t w = 0; w < words; ++w, data += 3) {
        sentence += {static_cast<char>('a' + w), ' '};
        (tag += kTags[data[0] % std::size(kTags)]) += ' ';
        (head += data[1] == 0xff ? "x" : std::to_string(data[1] % words)) += ' ';
        if (data[2] < 0xc0) link += std::to_string(w) + '-' + std::to_string(data[2] % words) + ' ';
      }
      sentences.add(sentence);
      tags.add(tag);
      heads.add(head);
      links.add(link);
    }
  }

  Texts sentences, tags, heads, links;
};

void check(const patterns::FoundPatterns& found, const Sentences& sentences) {
  for (std::size_t i = 0; i < found.sentence.size(); ++i) {
    const auto words = sentences.words(static_cast<std::size_t>(found.sentence[i])).size();
    const std::int32_t begin = found.begin[i], end = found.end[i];
    if (begin < 0 || begin >= end || static_cast<std::size_t>(end) > words) std::abort();
    const auto first = static_cast<std::size_t>(found.filler_offsets[i]);
    const auto last = static_cast<std::size_t>(found.filler_offsets[i + 1]);
    if (first == last) std::abort();
    for (std::size_t f = first; f < last; ++f) {
      if (found.filler_begin[f] < begin || found.filler_end[f] > end) std::abort();
      if (found.filler_begin[f] >= found.filler_end[f]) std::abort();
      if (found.is_contiguous[i] && f > first && found.filler_begin[f] < found.filler_end[f - 1])
        std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Columns columns(data, size);
  try {
    const Bitext bitext(columns.sentences.view(), columns.sentences.view());
    const patterns::Trees trees(bitext.source, columns.tags.view(), columns.heads.view());
    check(patterns::find_patterns(trees, {}), bitext.source);
    patterns::InduceOptions options;
    options.threads = 1;
    const auto pairs = patterns::induce_patterns(bitext, parse_links(columns.links.view(), "links"),
                                                 trees, options);
    if (pairs.paired + pairs.gapped + pairs.unaligned + pairs.torn + pairs.too_long !=
        pairs.subtrees.patterns)
      std::abort();
  } catch (const FormatError&) {
  }
  return 0;
}
