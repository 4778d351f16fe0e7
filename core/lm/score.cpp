#include "lm/score.h"

#include <cmath>
#include <limits>

#include "base/hash.h"
#include "base/lines.h"
#include "base/output.h"
#include "lm/chain.h"

namespace ow::lm {
namespace {

double perplexity_of(double score, std::uint64_t words) {
  return words == 0 ? std::numeric_limits<double>::quiet_NaN()
                    : std::exp(-score / static_cast<double>(words));
}

/// Calls visit(word, step, known) for each word and </s>; returns the log10 sum.
template <class Visit>
double walk(const Model& model, std::string_view sentence, const ScoreOptions& options,
            std::vector<std::string_view>& words, Visit&& visit) {
  split_words(sentence, words);
  thread_local std::vector<std::uint64_t> hashes;
  hashes.clear();
  for (const std::string_view text : words) {
    hashes.push_back(hash_word(text));
    model.vocabulary().prefetch(hashes.back());
  }
  thread_local std::vector<WordId> numbers;
  numbers.clear();
  for (const std::uint64_t hash : hashes)
    numbers.push_back(model.vocabulary().find_hash(hash).value_or(model.info().unknown));
  if (options.end) {
    words.push_back(kEndSentence);
    numbers.push_back(model.info().end_sentence);
  }
  thread_local Chain chain;
  const StateId begin = options.begin ? model.begin_state() : Model::empty_state();
  const auto steps = chain.read(model, begin, numbers);
  double sum = 0.0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    visit(words[i], steps[i], numbers[i] != model.info().unknown);
    sum += steps[i].log10;
  }
  return sum;
}

}  // namespace

double TextScore::perplexity() const {
  return perplexity_of(score, words);
}

double TextScore::perplexity_known() const {
  return perplexity_of(score - unknown_score, words - unknown);
}

double score_sentence(const Model& model, std::string_view sentence, const ScoreOptions& options) {
  thread_local std::vector<std::string_view> words;
  return kLn10 * walk(model, sentence, options, words, [](auto&&...) {});
}

std::vector<WordScore> score_words(const Model& model, std::string_view sentence,
                                   const ScoreOptions& options) {
  std::vector<WordScore> scores;
  std::vector<std::string_view> words;
  walk(model, sentence, options, words,
       [&](std::string_view word, const Model::Step& step, bool known) {
         scores.push_back({std::string(word), kLn10 * step.log10, step.matched, known});
       });
  return scores;
}

TextScore score_text(const Model& model, int fd, const std::string& name, int output_fd,
                     const ScoreOptions& options) {
  LineReader lines(fd, name);
  Output out(output_fd, "output");
  TextScore total;
  std::vector<std::string_view> words;
  while (const auto line = lines.next()) {
    const double score = kLn10 * walk(model, *line, options, words,
                                      [&](std::string_view, const Model::Step& step, bool known) {
                                        ++total.words;
                                        if (known) return;
                                        ++total.unknown;
                                        total.unknown_score += kLn10 * step.log10;
                                      });
    ++total.sentences;
    total.score += score;
    if (output_fd >= 0) {
      out.write(score);
      out.write("\n");
    }
  }
  if (output_fd >= 0) out.flush();
  return total;
}

}  // namespace ow::lm
