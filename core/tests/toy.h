// Small random lattices and language models, and all of their derivations by brute force.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "files.h"
#include "lm/build.h"
#include "lm/model.h"
#include "search/task.h"

namespace ow::tests {

/// A lattice with everything a search needs, over words `a`, `b`, `c`, ...
struct Toy {
  std::vector<std::string> texts;
  std::vector<std::string_view> sentence;
  Lattice lattice;
  std::unique_ptr<lm::Model> model;
  std::vector<WordId> lm_words;
  double lm_weight = 1.0;

  Task task() const { return {&lattice, model.get(), lm_weight, lm_words}; }
};

/// A model with random n-grams over the first `words` letters; one letter more is unknown to it.
inline std::unique_ptr<lm::Model> random_model(std::mt19937& random, unsigned order, unsigned words,
                                               const std::string& path) {
  std::uniform_real_distribution<float> log10(-3.0f, -0.1f), backoff(-0.8f, 0.1f);
  lm::ModelBuilder builder(order);
  std::vector<std::string> texts{"<unk>", "<s>", "</s>"};
  for (unsigned i = 0; i < words; ++i) texts.emplace_back(1, static_cast<char>('a' + i));
  for (const std::string& text : texts) builder.add_unigram(text, log10(random), backoff(random));
  std::string why;
  builder.finish_unigrams(why);
  std::vector<WordId> ids(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) builder.find_word(texts[i], ids[i]);
  std::vector<std::vector<WordId>> contexts;
  for (std::size_t i = 1; i < ids.size(); ++i) {
    if (i != 2) contexts.push_back({ids[i]});
  }
  for (unsigned n = 2; n <= order; ++n) {
    std::vector<std::vector<WordId>> longer;
    for (const auto& context : contexts) {
      for (std::size_t i = 2; i < ids.size(); ++i) {
        if (random() % 3 == 0) continue;
        std::vector<WordId> ngram = context;
        ngram.push_back(ids[i]);
        builder.add(ngram, log10(random), n < order ? backoff(random) : 0.0f);
        if (i != 2 && random() % 2 == 0) longer.push_back(ngram);
      }
    }
    contexts = std::move(longer);
  }
  builder.write(path, false);
  return std::make_unique<lm::Model>(path);
}

/// Up to `length` source words and up to `options` edges a span, some with empty targets; scores
/// are multiples of 1/4, so that ties are frequent.
inline void random_lattice(std::mt19937& random, Toy& toy, unsigned length, unsigned options,
                           unsigned words) {
  const auto up_to = [&](unsigned most) { return static_cast<unsigned>(random() % (most + 1)); };
  toy.texts.clear();
  for (unsigned i = 0; i <= words; ++i) toy.texts.emplace_back(1, static_cast<char>('a' + i));
  toy.sentence.clear();
  for (unsigned i = up_to(length); i > 0; --i) toy.sentence.push_back(toy.texts[up_to(words)]);
  toy.lattice.reset(toy.sentence);
  std::vector<LocalWord> locals;
  for (const std::string& text : toy.texts) locals.push_back(toy.lattice.intern(text));
  for (std::uint32_t begin = 0; begin < toy.sentence.size(); ++begin) {
    for (std::uint32_t end = begin + 1; end <= toy.sentence.size() && end <= begin + 3; ++end) {
      for (unsigned i = up_to(options); i > 0; --i) {
        std::vector<LocalWord> target(up_to(9) == 0 ? 0 : 1 + up_to(2));
        for (LocalWord& word : target) word = locals[up_to(words)];
        const double score = -0.25 * up_to(12);
        toy.lattice.add(begin, end, target, up_to(1), {}, score, 0.0);
      }
    }
  }
  toy.lm_words.clear();
  for (LocalWord word = 0; word < toy.lattice.word_count(); ++word)
    toy.lm_words.push_back(toy.model->word(toy.lattice.text(word)));
  toy.lattice.finish(toy.lm_words);
}

/// Every derivation of the tries, unsorted.
inline std::vector<Answer> all_derivations(const Toy& toy) {
  std::vector<Answer> found;
  Answer partial;
  const auto score_words = [&](const std::vector<LocalWord>& words) {
    double log10 = 0.0;
    lm::StateId state = toy.model->begin_state();
    for (const LocalWord word : words) {
      const auto step = toy.model->step(state, toy.lm_words[word]);
      log10 += step.log10;
      state = step.next;
    }
    log10 += toy.model->step(state, toy.model->info().end_sentence).log10;
    return toy.lm_weight * lm::kLn10 * log10;
  };
  // Duplicates of a span and target count once, at their best score, the earlier on a tie.
  const auto edges = toy.lattice.edges();
  std::vector<std::uint32_t> kept;
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    bool best = true;
    for (std::uint32_t o = 0; o < edges.size(); ++o) {
      if (o == e || edges[o].begin != edges[e].begin || edges[o].end != edges[e].end) continue;
      const auto mine = toy.lattice.target(edges[e]), other = toy.lattice.target(edges[o]);
      if (!std::equal(mine.begin(), mine.end(), other.begin(), other.end())) continue;
      if (edges[o].score > edges[e].score || (edges[o].score == edges[e].score && o < e))
        best = false;
    }
    if (best) kept.push_back(e);
  }
  const auto go = [&](const auto& self, std::uint32_t position, double sum) -> void {
    if (position == toy.lattice.length()) {
      Answer answer = partial;
      answer.lm = score_words(answer.words);
      answer.score = answer.lm + sum;
      found.push_back(std::move(answer));
      return;
    }
    for (const std::uint32_t e : kept) {
      if (edges[e].begin != position) continue;
      const auto target = toy.lattice.target(edges[e]);
      partial.edges.push_back(e);
      partial.words.insert(partial.words.end(), target.begin(), target.end());
      self(self, edges[e].end, sum + edges[e].score);
      partial.edges.pop_back();
      partial.words.resize(partial.words.size() - target.size());
    }
  };
  go(go, 0, 0.0);
  return found;
}

}  // namespace ow::tests
