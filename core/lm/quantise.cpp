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

/// A book with codes of its own for some values, and bins of equal population for the others.
class Coder {
 public:
  Coder(std::vector<float> values, std::vector<float> exact) : exact_(std::move(exact)) {
    std::erase_if(values, [&](float value) { return is_exact(value); });
    std::sort(values.begin(), values.end());
    book_.fill(0.0f);
    std::copy(exact_.begin(), exact_.end(), book_.begin());
    const std::size_t bins = kBookSize - exact_.size();
    for (std::size_t bin = 0; bin < bins && !values.empty(); ++bin) {
      const std::size_t begin = values.size() * bin / bins;
      const std::size_t end = std::max(begin + 1, values.size() * (bin + 1) / bins);
      double sum = 0.0;
      for (std::size_t i = begin; i < end; ++i) sum += values[i];
      book_[exact_.size() + bin] = static_cast<float>(sum / static_cast<double>(end - begin));
    }
  }

  std::uint8_t encode(float value) const {
    const auto exact = std::find(exact_.begin(), exact_.end(), value);
    if (exact != exact_.end()) return static_cast<std::uint8_t>(exact - exact_.begin());
    const auto begin = book_.begin() + exact_.size();
    auto at = std::lower_bound(begin, book_.end(), value);
    if (at == book_.end() || (at != begin && value - *(at - 1) < *at - value)) --at;
    return static_cast<std::uint8_t>(at - book_.begin());
  }
  const Book& book() const { return book_; }

 private:
  bool is_exact(float value) const {
    return std::find(exact_.begin(), exact_.end(), value) != exact_.end();
  }

  std::vector<float> exact_;
  Book book_;
};

/// Conventional values such as -99 keep codes of their own: they would pull their bin down.
std::vector<float> conventional(const std::vector<float>& log10) {
  constexpr float kImpossible = -90.0f;
  constexpr std::size_t kMost = 8;
  std::vector<float> found;
  for (const float value : log10) {
    if (value <= kImpossible && found.size() < kMost &&
        std::find(found.begin(), found.end(), value) == found.end())
      found.push_back(value);
  }
  return found;
}

}  // namespace

double write_quantised(ContainerWriter& file, std::vector<std::vector<PlainState>>& states,
                       const PlainState& last, std::vector<std::vector<PlainArc>>& arcs) {
  std::vector<Book> books(2 * kMaxOrder, Book{});
  std::vector<float> values;
  file.begin_section(kStates);
  for (std::size_t length = 0; length < states.size(); ++length) {
    values.clear();
    for (const PlainState& state : states[length]) values.push_back(state.backoff);
    const Coder coder(values, {0.0f});
    books[kMaxOrder + length] = coder.book();
    for (PlainState& state : states[length]) {
      const std::uint8_t code = coder.encode(state.backoff);
      const CodedState coded{state.first_arc, state.parent << 8 | code};
      file.write(&coded, sizeof coded);
      state.backoff = coder.book()[code];
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
    const Coder coder(values, conventional(values));
    const Book& book = books[k] = coder.book();
    for (PlainArc& arc : arcs[k]) {
      const std::uint8_t code = coder.encode(arc.log10);
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
