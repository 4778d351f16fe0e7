#include "base/vocabulary.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/hash.h"

namespace ow {

Vocabulary::Vocabulary(const Container& file, std::uint32_t first)
    : hashes_(file.section<std::uint64_t>(first)),
      ids_(file.section<std::uint32_t>(first + 1)),
      offsets_(file.section<std::uint64_t>(first + 2)),
      bytes_(file.section<char>(first + 3)),
      by_hash_(ids_.size() == 0) {
  buckets_ = file.section<std::uint32_t>(first + 4);
  if (offsets_.size() != hashes_.size() + 1 || (!by_hash_ && ids_.size() != hashes_.size()) ||
      hashes_.size() > UINT32_MAX || buckets_.size() < 2 ||
      !std::has_single_bit(buckets_.size() - 1))
    file.corrupt("the sections of the vocabulary disagree in size");
  bucket_bits_ = static_cast<unsigned>(std::countr_zero(buckets_.size() - 1));
}

std::optional<WordId> Vocabulary::find_hash(std::uint64_t hash) const {
  const std::size_t at = bucket(hash);
  const std::uint32_t end = buckets_[at + 1];
  for (std::uint32_t i = buckets_[at]; i < end; ++i) {
    if (hashes_[i] == hash) return by_hash_ ? i : ids_[i];
  }
  return std::nullopt;
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
  // About two words a bucket.
  const unsigned bits = static_cast<unsigned>(std::bit_width(words.size() / 2));
  std::vector<std::uint32_t> buckets((std::size_t{1} << bits) + 1, 0);
  for (const std::uint64_t hash : hashes) ++buckets[(bits == 0 ? 0 : hash >> (64 - bits)) + 1];
  std::partial_sum(buckets.begin(), buckets.end(), buckets.begin());
  file.add_section(first, hashes);
  file.add_section(first + 1, ids);
  file.add_section(first + 2, offsets);
  file.begin_section(first + 3);
  for (const std::string& word : words) file.write(word.data(), word.size());
  file.add_section(first + 4, buckets);
}

}  // namespace ow
