#include "context/word_tags.h"

#include <algorithm>

namespace ow::context {

bool WordTags::is_sorted() const {
  return std::adjacent_find(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
           return a.hash >= b.hash;
         }) == entries_.end();
}

TagSet WordTags::find(std::uint64_t hash) const {
  const auto at = std::lower_bound(
      entries_.begin(), entries_.end(), hash,
      [](const Entry& entry, std::uint64_t wanted) { return entry.hash < wanted; });
  return at != entries_.end() && at->hash == hash ? at->tags : 0;
}

}  // namespace ow::context
