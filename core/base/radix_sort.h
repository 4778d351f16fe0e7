// Sorting records by an integer key, digit by digit from the lowest.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ow {

/// Sorts `size` records by the lowest `bits` bits of their `key`; records that agree there keep
/// their order. `scratch` holds as many records.
template <class Record>
void radix_sort(Record* records, Record* scratch, std::size_t size, unsigned bits) {
  constexpr unsigned kWidestDigit = 11;  // 2048 heads of buckets still fit the caches
  if (size < 2 || bits == 0) return;
  // An even number of passes, so that the result ends where it began.
  const unsigned passes = 2 * ((bits + 2 * kWidestDigit - 1) / (2 * kWidestDigit));
  const unsigned width = (bits + passes - 1) / passes;
  const auto digit = [&](const Record& record, unsigned pass) {
    const unsigned shift = pass * width;
    const unsigned used = shift >= bits ? 0 : bits - shift < width ? bits - shift : width;
    return used == 0 ? 0 : static_cast<std::size_t>(record.key >> shift) & ((1u << used) - 1);
  };
  std::vector<std::array<std::size_t, 1u << kWidestDigit>> heads(passes);
  for (std::size_t i = 0; i < size; ++i) {
    for (unsigned pass = 0; pass < passes; ++pass) ++heads[pass][digit(records[i], pass)];
  }
  for (unsigned pass = 0; pass < passes; ++pass) {
    auto& head = heads[pass];
    std::size_t next = 0;
    for (std::size_t& start : head) {
      const std::size_t count = start;
      start = next;
      next += count;
    }
    for (std::size_t i = 0; i < size; ++i) scratch[head[digit(records[i], pass)]++] = records[i];
    std::swap(records, scratch);
  }
}

}  // namespace ow
