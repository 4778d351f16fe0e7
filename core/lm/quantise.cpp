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

double write_quantised(ContainerWriter& file, const std::vector<std::vector<PlainState>>& states,
                       const PlainState& last, std::vector<std::vector<PlainArc>>& arcs) {
  std::vector<Book> books(2 * kMaxOrder, Book{});
  std::vector<float> values;
  file.begin_section(kStates);
  for (std::size_t length = 0; length < states.size(); ++length) {
    values.clear();
    for (const PlainState& state : states[length]) values.push_back(state.backoff);
    Book& book = books[kMaxOrder + length] = make_book(values, 0.0f);
    for (const PlainState& state : states[length]) {
      const CodedState coded{state.first_arc,
                             state.parent << 8 | encode(book, 0.0f, state.backoff)};
      file.write(&coded, sizeof coded);
    }
  }
  const CodedState coded_last{last.first_arc, 0};
  file.write(&coded_last, sizeof coded_last);

  double squares = 0.0;
  std::size_t count = 0;
  file.begin_section(kArcs);
  for (std::size_t k = 0; k < arcs.size(); ++k) {
    values.clear();
    for (const PlainArc& arc : arcs[k]) values.push_back(arc.log10);
    const float least = values.empty() ? 0.0f : *std::min_element(values.begin(), values.end());
    Book& book = books[k] = make_book(values, least);
    for (PlainArc& arc : arcs[k]) {
      const std::uint8_t code = encode(book, least, arc.log10);
      squares += std::pow(static_cast<double>(arc.log10) - book[code], 2);
      const CodedArc coded{arc.word, arc.next << 8 | code};
      file.write(&coded, sizeof coded);
      arc.log10 = book[code];
    }
    count += arcs[k].size();
  }
  file.begin_section(kBooks);
  for (const Book& book : books) file.write(book.data(), sizeof book);
  return count == 0 ? 0.0 : std::sqrt(squares / static_cast<double>(count));
}

}  // namespace ow::lm
