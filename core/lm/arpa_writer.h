// Writing a model in ARPA format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/output.h"

namespace ow::lm {

/// Writes the parts of an ARPA file to a descriptor (not owned), in the order of the methods.
class ArpaWriter {
 public:
  /// `name` is what messages call the output.
  ArpaWriter(int fd, std::string name) : output_(fd, std::move(name)) {}

  /// `sizes` gives the number of n-grams of each order from 1 on.
  void header(const std::vector<std::uint64_t>& sizes);
  void begin_order(unsigned order);
  /// `words` are separated by spaces; logarithms are to the base 10.
  void ngram(float probability, std::string_view words);
  void ngram(float probability, std::string_view words, float backoff);
  /// Nothing is complete without it.
  void finish();

 private:
  Output output_;
};

}  // namespace ow::lm
