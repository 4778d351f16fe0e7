#include "lm/quantise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "lm/model.h"
#include "lm/sections.h"

namespace ow::lm {
namespace {

constexpr std::size_t kBookSize = 256;
using Book = std::array<float, kBookSize>;

/// Bins of equal population. `exact` keeps a code of its own: zero for back-offs (most of them),
/// the smallest value for probabilities (often a conventional -99 that must not pull its bin down).
Book make_book(std::vector<float> values, float exact) {
  std::erase(values, exact);
  std::sort(values.begin(), values.end());
  Book book;
  book.fill(exact);
  const std::size_t bins = kBookSize - 1;
  for (std::size_t bin = 0; bin < bins && !values.empty(); ++bin) {
    const std::size_t begin = values.size() * bin / bins;
    const std::size_t end = std::max(begin + 1, values.size() * (bin + 1) / bins);
    double sum = 0.0;
    for (std::size_t i = begin; i < end; ++i) sum += values[i];
    book[bin + 1] = static_cast<float>(sum / static_cast<double>(end - begin));
  }
  return book;
}

std::uint8_t encode(const Book& book, float exact, float value) {
  if (value == exact) return 0;
  const auto begin = book.begin() + 1;
  auto at = std::lower_bound(begin, book.end(), value);
  if (at == book.end() || (at != begin && value - *(at - 1) < *at - value)) --at;
  return static_cast<std::uint8_t>(at - book.begin());
}

}  // namespace

double write_quantised(ContainerWriter& file, const std::vector<std::vector<float>>& probs,
                       const std::vector<std::vector<float>>& backoffs) {
  std::vector<Book> books(2 * kMaxOrder, Book{});
  double squares = 0.0;
  std::size_t count = 0;
  const auto write_codes = [&](const std::vector<float>& values, float exact, Book& book,
                               bool measured) {
    book = make_book(values, exact);
    std::vector<std::uint8_t> codes(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      codes[i] = encode(book, exact, values[i]);
      if (measured) squares += std::pow(static_cast<double>(values[i]) - book[codes[i]], 2);
    }
    if (measured) count += values.size();
    file.write(codes.data(), codes.size());
  };
  file.begin_section(kArcProbs);
  for (std::size_t k = 0; k < probs.size(); ++k) {
    const float smallest =
        probs[k].empty() ? 0.0f : *std::min_element(probs[k].begin(), probs[k].end());
    write_codes(probs[k], smallest, books[k], true);
  }
  file.begin_section(kBackoffs);
  for (std::size_t k = 0; k < backoffs.size(); ++k)
    write_codes(backoffs[k], 0.0f, books[kMaxOrder + k], false);
  file.begin_section(kBooks);
  for (const Book& book : books) file.write(book.data(), sizeof book);
  return count == 0 ? 0.0 : std::sqrt(squares / static_cast<double>(count));
}

}  // namespace ow::lm
