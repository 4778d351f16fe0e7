// Tokens of any bytes in any language lose nothing but white space.
#include <cstdlib>
#include <string_view>

#include "text/tokeniser.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* language : {"en", "fr", "de", "es", "it", "xx"}) {
    ow::text::Tokeniser tokeniser(ow::text::rules_for(language));
    std::uint32_t end = 0;
    ow::text::Characters characters;
    characters.decode(text);
    const auto only_gaps = [&](std::uint32_t from, std::uint32_t to) {
      for (; from < to; ++from)
        if ((characters.kinds[from] & ow::text::kGap) == 0) std::abort();
    };
    for (const ow::text::Span token : tokeniser.tokens(text)) {
      if (token.begin < end || token.begin >= token.end) std::abort();
      only_gaps(end, token.begin);
      for (std::uint32_t i = token.begin; i < token.end; ++i)
        if ((characters.kinds[i] & ow::text::kGap) != 0) std::abort();
      end = token.end;
    }
    only_gaps(end, static_cast<std::uint32_t>(characters.size()));
  }
  return 0;
}
