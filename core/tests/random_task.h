// Small random lattices and models, for comparison with brute force.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "files.h"
#include "lm/arpa.h"
#include "search/task.h"

namespace ow::tests {

/// A back-off model over single-letter words with arbitrary scores, not a probability
/// distribution: what explicit n-grams and back-offs say may contradict each other.
inline std::string random_arpa(std::mt19937& random, unsigned order, unsigned letters,
                               double largest_backoff = 0.5) {
  const auto pick = [&](unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
  };
  const auto number = [&](double low, double high) {
    return std::to_string(std::uniform_real_distribution<double>(low, high)(random));
  };
  std::vector<std::string> words{"<unk>", "<s>", "</s>"};
  for (unsigned i = 0; i < letters; ++i) words.push_back(std::string(1, char('a' + i)));
  std::vector<std::vector<std::string>> ngrams(order);
  for (const std::string& word : words) ngrams[0].push_back(word);
  for (unsigned k = 1; k < order; ++k) {
    for (unsigned i = 0; i < 6 * letters; ++i) {
      // Often an extension of a shorter n-gram, sometimes one whose parts are missing.
      std::string text = pick(4) > 0 ? ngrams[k - 1][pick(ngrams[k - 1].size())] : "";
      for (unsigned have = text.empty() ? 0 : k; have <= k; ++have)
        text += (text.empty() ? "" : " ") + words[pick(words.size())];
      if (std::find(ngrams[k].begin(), ngrams[k].end(), text) == ngrams[k].end())
        ngrams[k].push_back(text);
    }
  }
  std::string arpa = "\\data\\\n";
  for (unsigned k = 0; k < order; ++k)
    arpa += "ngram " + std::to_string(k + 1) + "=" + std::to_string(ngrams[k].size()) + "\n";
  for (unsigned k = 0; k < order; ++k) {
    arpa += "\n\\" + std::to_string(k + 1) + "-grams:\n";
    for (const std::string& text : ngrams[k]) {
      arpa += number(-4, 0) + "\t" + text;
      if (k + 1 < order && pick(3) > 0) arpa += "\t" + number(-2, largest_backoff);
      arpa += "\n";
    }
  }
  return arpa + "\n\\end\\\n";
}

inline std::unique_ptr<lm::Model> model_from(const std::string& arpa, const std::string& path) {
  const TextSource source(arpa);
  lm::read_arpa(source.fd(), "arpa").write(path, false);
  return std::make_unique<lm::Model>(path);
}

/// A lattice with its texts and language model numbers.
struct RandomTask {
  std::vector<std::string> texts;
  Lattice lattice;
  std::vector<WordId> lm_words;
  Task task;

  RandomTask(std::mt19937& random, const lm::Model& model, unsigned letters, unsigned length,
             unsigned edges, bool empty_targets, bool coarse_scores, double worst_score = -5.0,
             double lm_weight = 1.0, bool self_edges = false) {
    const auto pick = [&](unsigned n) {
      return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
    };
    // Two letters the model does not know are two words all the same.
    for (unsigned i = 0; i < letters + 2; ++i) texts.push_back(std::string(1, char('a' + i)));
    // What models treat in their own way may stand in a text.
    for (const std::string_view special : {lm::kBeginSentence, lm::kEndSentence, lm::kUnknownWord})
      texts.emplace_back(special);
    std::vector<std::string_view> sentence;
    for (unsigned i = 0; i < length; ++i) sentence.push_back(texts[pick(texts.size())]);
    lattice.reset(sentence);
    const auto score = [&] {
      const double exact = std::uniform_real_distribution<double>(worst_score, 1)(random);
      return coarse_scores ? std::round(exact) : exact;
    };
    const auto add = [&](unsigned begin, unsigned end, unsigned size) {
      std::vector<LocalWord> target;
      for (unsigned i = 0; i < size; ++i)
        target.push_back(lattice.intern(texts[pick(texts.size())]));
      // One after the other: compilers differ in the order of arguments.
      const unsigned table = pick(3);
      const double worth = score();
      lattice.add(begin, end, target, table, {}, worth, 0.0);
    };
    for (unsigned i = 0; i < length; ++i) add(i, i + 1, 1);
    for (unsigned i = 0; i < edges && length > 0; ++i) {
      const unsigned begin = pick(length);
      const unsigned end = begin + 1 + pick(std::min(3u, length - begin));
      add(begin, end, (empty_targets ? 0 : 1) + pick(3));
    }
    for (unsigned i = 0; self_edges && i < length; ++i) {
      const LocalWord word = lattice.source(i);
      lattice.add(i, i + 1, {&word, 1}, kSelfTable, {}, -1.0, 0.0);
    }
    for (LocalWord word = 0; word < lattice.word_count(); ++word)
      lm_words.push_back(model.word(lattice.text(word)));
    lattice.finish(lm_words);
    task = {&lattice, &model, lm_weight, lm_words};
  }
  RandomTask(const RandomTask&) = delete;
  RandomTask& operator=(const RandomTask&) = delete;
};

inline double lm_score(const Task& task, const std::vector<LocalWord>& words) {
  double score = 0.0;
  lm::StateId state = task.model->begin_state();
  for (const LocalWord word : words) {
    const auto step = task.model->step(state, task.lm_words[word]);
    score += step.log10;
    state = step.next;
  }
  score += task.model->step(state, task.model->info().end_sentence).log10;
  return task.lm_weight * lm::kLn10 * score;
}

/// The best score of the edges for each string, over all derivations one by one.
inline std::map<std::vector<LocalWord>, double> all_strings(const Lattice& lattice) {
  std::map<std::vector<LocalWord>, double> best;
  const auto walk = [&](auto& self, std::uint32_t position, std::vector<LocalWord>& words,
                        double score) -> void {
    if (position == lattice.length()) {
      const auto [at, fresh] = best.emplace(words, score);
      if (!fresh) at->second = std::max(at->second, score);
      return;
    }
    for (const Edge& edge : lattice.edges()) {
      if (edge.begin != position) continue;
      const auto target = lattice.target(edge);
      words.insert(words.end(), target.begin(), target.end());
      self(self, edge.end, words, score + edge.score);
      words.resize(words.size() - target.size());
    }
  };
  std::vector<LocalWord> words;
  walk(walk, 0, words, 0.0);
  return best;
}

/// Every derivation, one by one. Of several edges with the same span and target only the best
/// counts, the first of equals.
inline std::vector<Answer> all_derivations(const Task& task) {
  const Lattice& lattice = *task.lattice;
  const auto edges = lattice.edges();
  std::vector<std::uint32_t> kept;
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    const auto mine = lattice.target(edges[e]);
    bool best = true;
    for (std::uint32_t o = 0; o < edges.size(); ++o) {
      if (o == e || edges[o].begin != edges[e].begin || edges[o].end != edges[e].end) continue;
      const auto other = lattice.target(edges[o]);
      if (!std::equal(mine.begin(), mine.end(), other.begin(), other.end())) continue;
      if (edges[o].score > edges[e].score || (edges[o].score == edges[e].score && o < e))
        best = false;
    }
    if (best) kept.push_back(e);
  }
  std::vector<Answer> found;
  Answer partial;
  const auto walk = [&](auto& self, std::uint32_t position, double score) -> void {
    if (position == lattice.length()) {
      found.push_back(partial);
      found.back().lm = lm_score(task, partial.words);
      found.back().score = found.back().lm + score;
      return;
    }
    for (const std::uint32_t e : kept) {
      if (edges[e].begin != position) continue;
      const auto target = lattice.target(edges[e]);
      partial.edges.push_back(e);
      partial.words.insert(partial.words.end(), target.begin(), target.end());
      self(self, edges[e].end, score + edges[e].score);
      partial.edges.pop_back();
      partial.words.resize(partial.words.size() - target.size());
    }
  };
  walk(walk, 0, 0.0);
  return found;
}

}  // namespace ow::tests
