#include "extract/links.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/lines.h"

namespace ow {
namespace {

/// The whole word as `i-j`; false if it is something else.
bool parse_link(std::string_view word, Link& link) {
  const char* end = word.data() + word.size();
  const auto source = std::from_chars(word.data(), end, link.source);
  if (source.ec != std::errc() || source.ptr == end || *source.ptr != '-') return false;
  const auto target = std::from_chars(source.ptr + 1, end, link.target);
  return target.ec == std::errc() && target.ptr == end;
}

}  // namespace

void Links::add(std::vector<Link>& links) {
  std::sort(links.begin(), links.end());
  links_.insert(links_.end(), links.begin(), std::unique(links.begin(), links.end()));
  ends_.push_back(links_.size());
}

Links parse_links(const TextsView& texts, std::string_view name) {
  Links result;
  std::vector<std::string_view> words;
  std::vector<Link> links;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    split_words(texts[i], words);
    links.clear();
    for (const std::string_view word : words) {
      Link link;
      if (!parse_link(word, link))
        fail_at_line(name, i + 1,
                     "\"" + excerpt(word) + "\" is not a link; write places from 0 on as 3-4");
      links.push_back(link);
    }
    result.add(links);
  }
  return result;
}

Texts format_links(const Links& links) {
  Texts result;
  for (std::size_t i = 0; i < links.size(); ++i) {
    bool first = true;
    for (const Link link : links[i]) {
      if (!first) result.bytes += ' ';
      first = false;
      result.bytes += std::to_string(link.source) + '-' + std::to_string(link.target);
    }
    result.end_text();
  }
  return result;
}

void check_links(const Links& links, const Bitext& bitext, std::string_view name) {
  if (links.size() != bitext.size())
    throw FormatError(std::string(name) + ": " + std::to_string(links.size()) + " alignments for " +
                      std::to_string(bitext.size()) +
                      " sentence pairs; give the alignments of this text");
  for (std::size_t i = 0; i < links.size(); ++i) {
    const std::size_t sources = bitext.source.words(i).size();
    const std::size_t targets = bitext.target.words(i).size();
    for (const Link link : links[i]) {
      if (link.source >= sources || link.target >= targets)
        fail_at_line(name, i + 1,
                     "the link " + std::to_string(link.source) + "-" + std::to_string(link.target) +
                         " leads outside of a pair of " + std::to_string(sources) + " and " +
                         std::to_string(targets) + " words; give the alignments of this text");
    }
  }
}

}  // namespace ow
