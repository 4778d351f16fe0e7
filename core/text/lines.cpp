#include "text/lines.h"

#include <algorithm>

#include "base/parallel.h"
#include "text/tokeniser.h"

namespace ow::text {

std::vector<std::string> tokenise_lines(std::span<const std::string_view> lines, const Rules& rules,
                                        bool lower_case, unsigned threads) {
  constexpr std::size_t kLinesAtOnce = 1024;
  std::vector<std::string> result(lines.size());
  const auto make = [&](std::size_t part) {
    Tokeniser tokeniser(rules);
    const std::size_t begin = part * kLinesAtOnce;
    const std::size_t end = std::min(begin + kLinesAtOnce, lines.size());
    for (std::size_t i = begin; i < end; ++i) {
      std::string& joined = result[i];
      joined.reserve(lines[i].size() + lines[i].size() / 8);
      for (const Span token : tokeniser.tokens(lines[i])) {
        const Span bytes = tokeniser.bytes(token);
        if (!joined.empty()) joined.push_back(' ');
        const std::string_view word = lines[i].substr(bytes.begin, bytes.end - bytes.begin);
        if (lower_case)
          append_lower(word, joined);
        else
          joined.append(word);
      }
    }
    return true;
  };
  for_each_in_order((lines.size() + kLinesAtOnce - 1) / kLinesAtOnce, threads, make,
                    [](std::size_t, bool) {});
  return result;
}

}  // namespace ow::text
