#include "table/entry.h"

namespace ow {
namespace {

void put_bytes(std::vector<std::uint8_t>& out, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  out.insert(out.end(), bytes, bytes + size);
}

}  // namespace

void encode_entry(const EntryLayout& layout, const Entry& entry, const std::uint8_t* codes,
                  std::vector<std::uint8_t>& out) {
  put_varint(out, entry.target.size());
  for (const WordId word : entry.target) put_varint(out, word);
  if (layout.codebook != nullptr)
    put_bytes(out, codes, layout.score_count);
  else
    put_bytes(out, entry.scores.data(), entry.scores.size_bytes());
  if (layout.has_counts) put_varint(out, entry.count);
  if (layout.has_tags) put_varint(out, entry.tags == Entry::kNoTags ? 0 : entry.tags + 1);
  if (layout.has_alignments) {
    put_varint(out, entry.alignment.size());
    put_bytes(out, entry.alignment.data(), entry.alignment.size_bytes());
  }
}

}  // namespace ow
