#include "text/terms.h"

namespace ow::text {

Terms::Terms(const std::vector<std::string_view>& terms, std::string_view language) {
  Tokeniser tokeniser(rules_for(language));
  for (const std::string_view term : terms) {
    std::vector<std::string> words;
    for (const Span token : tokeniser.tokens(term)) {
      const Span bytes = tokeniser.bytes(token);
      append_lower(term.substr(bytes.begin, bytes.end - bytes.begin), words.emplace_back());
    }
    if (!words.empty()) by_first_[words.front()].push_back(std::move(words));
  }
}

}  // namespace ow::text
