// Sentences with hand-made trees, for tests of patterns.
#pragma once

#include <string>
#include <vector>

#include "patterns/trees.h"

namespace ow::tests {

inline Texts lines_of(const std::vector<std::string>& lines) {
  Texts texts;
  for (const std::string& line : lines) texts.add(line);
  return texts;
}

/// A sentence written as `word/TAG/head` for each word.
struct Analysed {
  std::string words, tags, heads;

  explicit Analysed(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      const std::size_t last = text.rfind('/', end), first = text.rfind('/', last - 1);
      words += text.substr(at, first - at) + ' ';
      tags += text.substr(first + 1, last - first - 1) + ' ';
      heads += text.substr(last + 1, end - last - 1) + ' ';
      at = end + 1;
    }
  }
};

inline patterns::Trees trees_of(const std::vector<Analysed>& sentences) {
  std::vector<std::string> words, tags, heads;
  for (const Analysed& each : sentences) {
    words.push_back(each.words);
    tags.push_back(each.tags);
    heads.push_back(each.heads);
  }
  return patterns::Trees(Sentences(lines_of(words).view(), "words"), lines_of(tags).view(),
                         lines_of(heads).view());
}

}  // namespace ow::tests
