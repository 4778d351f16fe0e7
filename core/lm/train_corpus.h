// The text of a training run as word numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/pulse.h"
#include "base/records.h"
#include "base/vocabulary.h"
#include "lm/train.h"

namespace ow::lm {

inline constexpr WordId kUnknown = 0, kBegin = 1, kEnd = 2;

/// Words by number, in order of first appearance after <unk>, <s>, </s>.
class Words {
 public:
  Words();
  std::size_t size() const { return offsets_.size() - 1; }
  std::string_view operator[](WordId id) const {
    return {bytes_.data() + offsets_[id], offsets_[id + 1] - offsets_[id]};
  }
  void add(std::string_view word);
  std::size_t memory() const {
    return bytes_.capacity() + offsets_.capacity() * sizeof offsets_[0];
  }

 private:
  std::string bytes_;
  std::vector<std::uint64_t> offsets_{0};
};

struct Corpus {
  Words words;
  /// All sentences, each ended by </s>.
  Spool<WordId> text;
  std::uint64_t tokens = 0;
  std::uint64_t sentences = 0;
};

/// Reads all inputs to their ends and numbers their words.
Corpus read_corpus(const std::vector<TextInput>& inputs, const TrainOptions& options, Pulse& pulse);

}  // namespace ow::lm
