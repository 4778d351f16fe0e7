// A few sentences with all that there is to say about them, and analysers that learnt them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/analyser.h"

namespace ow::tests {

struct AnalysedWord {
  std::string_view word, tag;
  std::int32_t head;  // a root has its own number
  std::string_view relation, entity, lemma;
};

inline const std::vector<std::vector<AnalysedWord>>& analysed_sentences() {
  static const std::vector<std::vector<AnalysedWord>> sentences{
      {{"Mary", "NNP", 1, "nsubj", "B-name", "Mary"},
       {"sees", "VBZ", 1, "ROOT", "", "see"},
       {"the", "DT", 4, "det", "", "the"},
       {"old", "JJ", 4, "amod", "", "old"},
       {"dogs", "NNS", 1, "dobj", "", "dog"},
       {".", ".", 1, "punct", "", "."}},
      {{"The", "DT", 1, "det", "", "the"},
       {"cats", "NNS", 2, "nsubj", "", "cat"},
       {"ran", "VBD", 2, "ROOT", "", "run"},
       {"to", "IN", 2, "prep", "", "to"},
       {"New", "NNP", 5, "compound", "B-name", "New"},
       {"York", "NNP", 3, "pobj", "I-name", "York"},
       {".", ".", 2, "punct", "", "."}},
      {{"Yes", "UH", 0, "ROOT", "", "yes"}},
      {},
      {{"In", "IN", 3, "prep", "", "in"},
       {"May", "NNP", 0, "pobj", "B-date", "May"},
       {"dogs", "NNS", 3, "nsubj", "", "dog"},
       {"sleep", "VBP", 3, "ROOT", "", "sleep"},
       {"well", "RB", 3, "advmod", "", "well"}},
      {{"Zoë", "NNP", 1, "nsubj", "B-name", "Zoë"},
       {"bought", "VBD", 1, "ROOT", "", "buy"},
       {"30", "CD", 3, "nummod", "", "30"},
       {"cafés", "NNS", 1, "dobj", "", "café"},
       {"in", "IN", 1, "prep", "", "in"},
       {"April", "NNP", 4, "pobj", "B-date", "April"},
       {"2021", "CD", 5, "nummod", "I-date", "2021"}}};
  return sentences;
}

/// The sentences as columns.
struct AnalysedText {
  AnalysedText() {
    for (const auto& sentence : analysed_sentences()) {
      for (const AnalysedWord& one : sentence) {
        words.add(one.word);
        tags.push_back(number_of(one.tag, names.tags));
        entities.push_back(number_of(one.entity, names.entities));
        relations.push_back(one.relation == analysis::Analyser::kRoot
                                ? analysis::kUnknown
                                : number_of(one.relation, names.relations));
        heads.push_back(one.head);
        lemmas.push_back({one.word, one.lemma, tags.back(), 2});
      }
      sentences.push_back(static_cast<std::int64_t>(words.size()));
    }
  }

  analysis::TaughtText view() const {
    return {sentences, words.view(), tags, entities, relations, heads};
  }
  analysis::Trained train(const analysis::TrainOptions& options) const {
    return analysis::train(view(), static_cast<std::uint32_t>(names.tags.size()),
                           static_cast<std::uint32_t>(names.entities.size()),
                           static_cast<std::uint32_t>(names.relations.size()), options);
  }
  /// Writes an analyser that learnt all of it by heart.
  void write(const std::string& path, unsigned threads = 1) const {
    analysis::TrainOptions options;
    options.width = options.hidden = 16;
    options.depth = 2;
    options.least_count = 1;
    options.rounds = 60;
    options.batch = 3;
    options.rate = 0.01f;
    options.threads = threads;
    analysis::write_analyser(train(options), names, analysis::LemmaRules::learn(lemmas), path);
  }

  std::vector<std::int64_t> sentences{0};
  Texts words;
  std::vector<std::uint8_t> tags, entities, relations;
  std::vector<std::int32_t> heads;
  std::vector<analysis::LemmaCount> lemmas;
  analysis::ClassNames names;

 private:
  static std::uint8_t number_of(std::string_view name, std::vector<std::string>& names) {
    const auto found = std::find(names.begin(), names.end(), name);
    const auto number = static_cast<std::uint8_t>(found - names.begin());
    if (found == names.end()) names.emplace_back(name);
    return number;
  }
};

/// Sentences to analyse.
inline analysis::Sentences sentences_of(const std::vector<std::vector<std::string_view>>& all) {
  analysis::Sentences sentences;
  for (const auto& words : all) {
    sentences.words.insert(sentences.words.end(), words.begin(), words.end());
    sentences.offsets.push_back(static_cast<std::int64_t>(sentences.words.size()));
  }
  return sentences;
}

/// Everything that was found, as one text.
inline std::string text_of(const analysis::Analyses& found) {
  std::string text;
  for (const auto* column : {&found.tags, &found.relations, &found.entities}) {
    for (const std::uint8_t number : *column) text += std::to_string(number) + " ";
    text += "\n";
  }
  for (const std::int32_t head : found.heads) text += std::to_string(head) + " ";
  for (std::size_t i = 0; i < found.lemmas.size(); ++i)
    text += "\n" + std::string(found.lemmas.view()[i]);
  return text;
}

}  // namespace ow::tests
