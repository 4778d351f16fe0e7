// Scores of sentences and texts, natural logs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lm/model.h"

namespace ow::lm {

struct ScoreOptions {
  bool begin = true;  // start after <s>, not in the empty context
  bool end = true;    // score </s> after the last word
};

struct WordScore {
  std::string word;
  double score;
  unsigned matched;
  bool known;
};

/// Sums over sentences; perplexities are per scored word, </s> included.
struct TextScore {
  std::uint64_t sentences = 0, words = 0, unknown = 0;
  double score = 0.0, unknown_score = 0.0;

  double perplexity() const;
  double perplexity_known() const;
};

/// The sentence is split at white space.
double score_sentence(const Model& model, std::string_view sentence, const ScoreOptions& options);
std::vector<WordScore> score_words(const Model& model, std::string_view sentence,
                                   const ScoreOptions& options);

/// Scores each line of a descriptor. With `output_fd` >= 0 the score of each line is written there.
TextScore score_text(const Model& model, int fd, const std::string& name, int output_fd,
                     const ScoreOptions& options);

}  // namespace ow::lm
