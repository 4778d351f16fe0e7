#include "analysis/words.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "text/lists.h"

namespace ow::analysis {
namespace {

constexpr std::size_t kLongestShape = 16;

std::uint64_t hash_codes(const char32_t* codes, std::size_t size) {
  return hash_bytes(codes, size * sizeof *codes);
}

/// The word as X for capitals, x for small letters, d for digits and other characters as they are,
/// at most two alike in a row.
std::uint64_t shape_of(const text::Characters& characters) {
  std::array<char32_t, kLongestShape> shape;
  std::size_t size = 0;
  for (std::size_t i = 0; i < characters.size() && size < shape.size(); ++i) {
    const std::uint8_t kind = characters.kinds[i];
    const char32_t sign = (kind & text::kDigit) != 0               ? U'd'
                          : (kind & text::kLetter) == text::kUpper ? U'X'
                          : (kind & text::kLetter) != 0            ? U'x'
                                                                   : characters.codes[i];
    if (size >= 2 && shape[size - 1] == sign && shape[size - 2] == sign) continue;
    shape[size++] = sign;
  }
  return hash_codes(shape.data(), size);
}

}  // namespace

std::vector<KnownWords::Place> places_for(std::span<const std::uint64_t> hashes) {
  std::vector<KnownWords::Place> places(std::bit_ceil(2 * hashes.size() + 2));
  const std::size_t mask = places.size() - 1;
  std::uint32_t row = 0;
  for (const std::uint64_t hash : hashes) {
    std::size_t at = hash & mask;
    while (places[at].hash != 0) at = (at + 1) & mask;
    places[at] = {hash, ++row};
  }
  return places;
}

void WordReader::read(std::string_view word) {
  characters_.decode(word);
  codes_.resize(characters_.size());
  lower_.clear();
  text::append_lower(word, lower_);
  for (std::size_t i = 0; i < codes_.size(); ++i)
    codes_[i] =
        (characters_.kinds[i] & text::kDigit) != 0 ? U'0' : text::lower(characters_.codes[i]);
  hash_ = std::max<std::uint64_t>(1, hash_codes(codes_.data(), codes_.size()));
  shape_ = shape_of(characters_);
  list_ = static_cast<std::uint32_t>(text::list_of(lower_));
}

Rows WordReader::rows(const KnownWords& known) const {
  Rows rows;
  rows[kWord] = known.row_of(hash_);
  std::uint32_t base = known.rows;
  const auto set = [&](Feature feature, std::uint64_t hash) {
    rows[feature] = base + static_cast<std::uint32_t>(hash & (kRows[feature] - 1));
    base += kRows[feature];
  };
  // A word that is no longer than its affix is not the affix of a longer one.
  const auto suffix = [&](std::size_t size) {
    const std::size_t have = std::min(size, codes_.size());
    return hash_codes(codes_.data() + codes_.size() - have, have) ^ (have == codes_.size() ? 1 : 0);
  };
  const auto prefix = [&](std::size_t size) {
    const std::size_t have = std::min(size, codes_.size());
    return hash_codes(codes_.data(), have) ^ (have == codes_.size() ? 1 : 0);
  };
  set(kSuffix2, suffix(2));
  set(kSuffix3, suffix(3));
  set(kSuffix4, suffix(4));
  set(kPrefix2, prefix(2));
  set(kPrefix3, prefix(3));
  set(kShape, shape_);
  set(kList, list_);
  return rows;
}

std::size_t row_count(std::uint32_t known) {
  std::size_t sum = known;
  for (const std::uint32_t rows : kRows) sum += rows;
  return sum;
}

}  // namespace ow::analysis
