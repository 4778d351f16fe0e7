// Analysed sentences, tables and a language model, as confidence needs them.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/lines.h"
#include "context/model.h"
#include "random_task.h"
#include "table/builder.h"
#include "text/rules.h"
#include "units/finder.h"

namespace ow::tests {

/// A sentence cut at blanks, and what is known of its words.
struct ContextSentence {
  ContextSentence(std::string_view words, std::string_view tag_text,
                  std::vector<std::uint32_t> head_places, std::string_view relation_text)
      : text(words), heads(std::move(head_places)) {
    std::vector<std::string_view> parts;
    split_words(text, parts);
    for (const std::string_view part : parts) {
      const auto begin = static_cast<std::uint32_t>(part.data() - text.data());
      tokens.push_back({begin, begin + static_cast<std::uint32_t>(part.size())});
      lemmas.push_back(part);
    }
    split_words(tag_text, tags);
    split_words(relation_text, relations);
  }

  SentenceView view() const { return {text, tokens, {}, tags, heads, relations, lemmas}; }

  std::string_view text;
  std::vector<SentenceView::Token> tokens;
  std::vector<std::string_view> tags, relations, lemmas;
  std::vector<std::uint32_t> heads;
};

inline const std::vector<ContextSentence>& context_sentences() {
  static const std::vector<ContextSentence> sentences{
      {"the old dogs ran home quickly .",
       "DT JJ NNS VBD RB RB .",
       {2, 2, 3, 3, 3, 3, 3},
       "det amod nsubj ROOT advmod advmod punct"},
      {"mary sees old dogs near old homes",
       "NNP VBZ JJ NNS IN JJ NNS",
       {1, 1, 3, 1, 1, 6, 4},
       "nsubj ROOT amod dobj prep amod pobj"},
      {"dogs", "NNS", {0}, "ROOT"},
      {"", "", {}, ""},
      {"they ran quickly to the dogs",
       "PRP VBD RB TO DT NNS",
       {1, 1, 1, 1, 5, 3},
       "nsubj ROOT advmod prep det pobj"},
  };
  return sentences;
}

/// A pivot table whose entries have grades, and a dictionary without.
class ContextWorld {
 public:
  struct Row {
    std::string_view source, target;
    std::vector<float> scores;
  };

  ContextWorld() {
    std::mt19937 random(5);
    model_ = model_from(arpa(random), folder_.file("lm"));
    const std::vector<Row> pivot{{"old", "aged", {-1.0f, -0.5f}},
                                 {"old", "ancient", {-1.5f, -2.0f}},
                                 {"old dogs", "aged hounds", {-2.0f, -1.0f}},
                                 {"old dogs", "old hounds", {-2.5f, -1.0f}},
                                 {"dogs", "hounds", {-0.5f, -0.3f}},
                                 {"dogs", "the dogs", {-4.0f, -3.0f}},
                                 {"ran home", "went home", {-0.7f, -0.2f}},
                                 {"ran", "went quickly", {-3.0f, -4.0f}},
                                 {"home quickly", "quickly home", {-0.2f, -0.1f}},
                                 {"the old dogs", "dogs", {-5.0f, -6.0f}},
                                 {"quickly", "fast", {-0.4f, -0.6f}}};
    const std::vector<Row> dictionary{{"old", "aged", {-0.2f}},
                                      {"old", "dusty", {-3.0f}},
                                      {"dogs", "hounds", {-0.9f}},
                                      {"sees", "watches", {-0.8f}}};
    finder_ = std::make_unique<UnitFinder>(
        std::vector{UnitTable{table_of({"p", "grade"}, pivot, folder_.file("pivot"))},
                    UnitTable{table_of({"p"}, dictionary, folder_.file("dictionary"))}},
        model_, true, text::rules_for("en"));
    for (const auto& [word, tags] : std::vector<std::pair<std::string_view, context::TagSet>>{
             {"aged", 1}, {"ancient", 1}, {"hounds", 2}, {"went", 4}, {"fast", 9}, {"old", 1}})
      word_tags_.push_back({hash_word(word), tags});
    std::sort(word_tags_.begin(), word_tags_.end(),
              [](const auto& a, const auto& b) { return a.hash < b.hash; });
    for (const std::string_view word : {"old", "aged", "dogs", "hounds", "home", "went", "fast"})
      vectors_.words.push_back(hash_word(word));
    std::sort(vectors_.words.begin(), vectors_.words.end());
    for (std::size_t i = 0; i < 4 * vectors_.words.size(); ++i)
      vectors_.numbers.push_back(static_cast<std::int8_t>(random() % 256));
  }

  Units find(const std::vector<std::size_t>& sentences) const {
    std::vector<SentenceView> views;
    for (const std::size_t number : sentences) views.push_back(context_sentences()[number].view());
    return finder_->find(views);
  }
  /// The units of every sentence, each as often as asked for.
  Units find_all(std::size_t times = 1) const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < times * context_sentences().size(); ++i)
      numbers.push_back(i % context_sentences().size());
    return find(numbers);
  }
  UnitFinder& finder() const { return *finder_; }

  const lm::Model& model() const { return *model_; }
  std::span<const context::WordTags::Entry> word_tags() const { return word_tags_; }
  /// Of some words, four numbers each.
  const context::Vectors& vectors() const { return vectors_; }
  context::Meanings meanings() const { return {vectors_.words, vectors_.numbers}; }

  const std::vector<std::string> tag_names{"JJ", "NNS", "VBD", "RB"};
  const std::vector<context::TableTraits> traits{{context::Origin::kPivot, 1},
                                                 {context::Origin::kDictionary, -1}};

 private:
  static std::shared_ptr<const Table> table_of(std::vector<std::string> names,
                                               const std::vector<Row>& rows,
                                               const std::string& path) {
    TableBuilder builder(std::move(names));
    const auto numbers = [&](std::string_view phrase) {
      std::vector<std::string_view> words;
      split_words(phrase, words);
      std::vector<WordId> ids;
      for (const std::string_view word : words) ids.push_back(builder.word(word));
      return ids;
    };
    for (const Row& row : rows) {
      const auto source = numbers(row.source), target = numbers(row.target);
      Entry entry;
      entry.target = target;
      entry.scores = row.scores;
      builder.add(source, entry);
    }
    builder.write(path, {});
    return std::make_shared<const Table>(path);
  }

  /// A bigram model; it does not know `dusty`.
  static std::string arpa(std::mt19937& random) {
    const std::vector<std::string> words{"<unk>",   "<s>",  "</s>",    "the", "old",  "dogs",
                                         "ran",     "home", "quickly", ".",   "mary", "sees",
                                         "hounds",  "near", "aged",    "to",  "they", "went",
                                         "ancient", "fast", "homes"};
    const auto number = [&](double low, double high) {
      return std::to_string(std::uniform_real_distribution<double>(low, high)(random));
    };
    std::string text = "\\data\\\nngram 1=" + std::to_string(words.size()) +
                       "\nngram 2=" + std::to_string((words.size() - 3) * 3) + "\n\n\\1-grams:\n";
    for (const std::string& word : words)
      text += number(-4, -1) + "\t" + word + "\t" + number(-0.5, 0) + "\n";
    text += "\n\\2-grams:\n";
    for (std::size_t i = 3; i < words.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k)
        text += number(-3, 0) + "\t" + words[i] + " " +
                words[3 + (i + 1 + k * k) % (words.size() - 3)] + "\n";
    return text + "\n\\end\\\n";
  }

  TemporaryFolder folder_;
  std::shared_ptr<const lm::Model> model_;
  std::unique_ptr<UnitFinder> finder_;
  std::vector<context::WordTags::Entry> word_tags_;
  context::Vectors vectors_;
};

inline std::vector<std::int64_t> all_rows(const Units& units) {
  std::vector<std::int64_t> rows(units.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::int64_t>(i);
  return rows;
}

inline context::Features features_of(const ContextWorld& world, const Units& units,
                                     std::span<const std::int64_t> rows,
                                     const context::TableSizes& sizes) {
  const context::WordTags tags(world.word_tags());
  const context::Meanings meanings = world.meanings();
  context::Features features;
  context::FeatureMaker(world.model(), tags, world.tag_names, meanings, sizes)
      .make(units, world.traits, rows, features);
  return features;
}

/// Features with what somebody said of them.
struct ContextExamples {
  context::Examples view() const {
    return {features.numbers,
            features.bag_offsets,
            features.bag_rows,
            features.weight_offsets,
            features.weight_rows,
            right,
            teacher,
            importance};
  }

  context::Features features;
  std::vector<float> right, teacher, importance;
};

}  // namespace ow::tests
