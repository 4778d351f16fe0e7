#include "extract/model1.h"

namespace ow {
namespace {

/// Normalises the probabilities of one word given each word of the other side and the null word.
void normalise(float* given, std::size_t size, float& null) {
  float sum = null;
  for (std::size_t i = 0; i < size; ++i) sum += given[i];
  if (!(sum > 0)) return;
  for (std::size_t i = 0; i < size; ++i) given[i] /= sum;
  null /= sum;
}

}  // namespace

void expect_model1(const Cells& cells) {
  for (std::size_t t = 0; t < cells.targets; ++t)
    normalise(cells.forward + t * cells.sources, cells.sources, cells.forward_null[t]);
  for (std::size_t s = 0; s < cells.sources; ++s)
    normalise(cells.reverse + s * cells.targets, cells.targets, cells.reverse_null[s]);
}

Lexicon train_model1(const Bitext& bitext, unsigned iterations, unsigned threads) {
  PairTable table(bitext, nullptr, 0, threads);
  for (unsigned i = 0; i < iterations; ++i) {
    table.count([] { return expect_model1; });
    table.maximise(0);
  }
  return table.lexicon();
}

}  // namespace ow
