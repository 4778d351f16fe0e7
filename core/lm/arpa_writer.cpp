#include "lm/arpa_writer.h"

namespace ow::lm {

void ArpaWriter::header(const std::vector<std::uint64_t>& sizes) {
  output_.write("\\data\\\n");
  for (std::size_t i = 0; i < sizes.size(); ++i)
    output_.write("ngram " + std::to_string(i + 1) + "=" + std::to_string(sizes[i]) + "\n");
}

void ArpaWriter::begin_order(unsigned order) {
  output_.write("\n\\" + std::to_string(order) + "-grams:\n");
}

void ArpaWriter::ngram(float probability, std::string_view words) {
  output_.write(probability);
  output_.write("\t");
  output_.write(words);
  output_.write("\n");
}

void ArpaWriter::ngram(float probability, std::string_view words, float backoff) {
  output_.write(probability);
  output_.write("\t");
  output_.write(words);
  output_.write("\t");
  output_.write(backoff);
  output_.write("\n");
}

void ArpaWriter::finish() {
  output_.write("\n\\end\\\n");
  output_.flush();
}

}  // namespace ow::lm
