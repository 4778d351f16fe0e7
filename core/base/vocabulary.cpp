#include "base/vocabulary.h"

#include <algorithm>
#include <numeric>

#include "base/hash.h"

namespace ow {

Vocabulary::Vocabulary(const Container& file, std::uint32_t first)
    : hashes_(file.section<std::uint64_t>(first)),
      ids_(file.section<std::uint32_t>(first + 1)),
      offsets_(file.section<std::uint64_t>(first + 2)),
      bytes_(file.section<char>(first + 3)),
      by_hash_(ids_.size() == 0) {
  if (offsets_.size() != hashes_.size() + 1 || (!by_hash_ && ids_.size() != hashes_.size()) ||
      hashes_.size() > UINT32_MAX)
    file.corrupt("the sections of the vocabulary disagree in size");
}

std::optional<WordId> Vocabulary::find(std::string_view word) const {
  // Hashes are evenly spread, so the rank is close to the value's share of the range.
  const std::uint64_t wanted = hash_word(word);
  std::size_t low = 0, high = hashes_.size();
  const auto guess = static_cast<std::size_t>(static_cast<unsigned __int128>(wanted) * high >> 64);
  std::size_t at = guess;
  for (std::size_t step = 8; low < high; step *= 2) {
    if (hashes_[at] < wanted) {
      low = at + 1;
      if (high - low <= step) break;
      if (hashes_[low + step - 1] >= wanted) {
        high = low + step;
        break;
      }
      at = low + step;
    } else {
      high = at + 1;
      if (high - low <= step) break;
      if (hashes_[high - step] < wanted) {
        low = high - step + 1;
        break;
      }
      at = high - step;
    }
  }
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (hashes_[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == hashes_.size() || hashes_[low] != wanted) return std::nullopt;
  const WordId id = by_hash_ ? static_cast<WordId>(low) : ids_[low];
  if (this->word(id) != word) return std::nullopt;
  return id;
}

std::string_view Vocabulary::word(WordId id) const {
  const auto text = bytes_.range(offsets_[id], offsets_[std::size_t{id} + 1]);
  return {text.data(), text.size()};
}

void sort_by_hash(std::vector<std::string>& words) {
  std::sort(words.begin(), words.end(),
            [](const std::string& a, const std::string& b) { return hash_word(a) < hash_word(b); });
}

void write_vocabulary(ContainerWriter& file, std::uint32_t first,
                      const std::vector<std::string>& words) {
  std::vector<std::uint64_t> hash_of(words.size());
  std::transform(words.begin(), words.end(), hash_of.begin(), hash_word);
  std::vector<std::uint32_t> ids(words.size());
  std::iota(ids.begin(), ids.end(), 0u);
  std::sort(ids.begin(), ids.end(),
            [&](std::uint32_t a, std::uint32_t b) { return hash_of[a] < hash_of[b]; });
  std::vector<std::uint64_t> hashes(words.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    hashes[i] = hash_of[ids[i]];
    if (i > 0 && hashes[i] == hashes[i - 1])
      throw FormatError("the words \"" + excerpt(words[ids[i - 1]]) + "\" and \"" +
                        excerpt(words[ids[i]]) +
                        "\" are equal or share a hash; remove one of them");
  }
  if (std::is_sorted(ids.begin(), ids.end())) ids.clear();
  std::vector<std::uint64_t> offsets{0};
  offsets.reserve(words.size() + 1);
  for (const std::string& word : words) offsets.push_back(offsets.back() + word.size());
  file.add_section(first, hashes);
  file.add_section(first + 1, ids);
  file.add_section(first + 2, offsets);
  file.begin_section(first + 3);
  for (const std::string& word : words) file.write(word.data(), word.size());
}

}  // namespace ow
