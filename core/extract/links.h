// Word alignments: which words of a sentence pair belong together.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/texts.h"
#include "extract/bitext.h"

namespace ow {

/// A word of the source and a word of the target, counted from 0.
struct Link {
  std::uint16_t source, target;
  auto operator<=>(const Link&) const = default;
};

/// The links of many sentence pairs, those of a pair in order and each once.
class Links {
 public:
  /// Adds the links of the next pair, in any order; they are sorted in place.
  void add(std::vector<Link>& links);

  std::size_t size() const { return ends_.size() - 1; }
  std::span<const Link> operator[](std::size_t sentence) const {
    return {links_.data() + ends_[sentence], ends_[sentence + 1] - ends_[sentence]};
  }
  std::size_t link_count() const { return links_.size(); }

 private:
  std::vector<std::uint64_t> ends_{0};
  std::vector<Link> links_;
};

/// Reads links as Pharaoh wrote them, `0-0 1-2` for a pair. Messages call the texts `name`.
Links parse_links(const TextsView& texts, std::string_view name);
Texts format_links(const Links& links);

/// Throws FormatError unless there are links for each pair and none of them leads outside.
void check_links(const Links& links, const Bitext& bitext, std::string_view name);

}  // namespace ow
