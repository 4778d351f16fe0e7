#include "phrases/features.h"

#include <algorithm>
#include <span>

#include "base/parallel.h"
#include "text/characters.h"

namespace ow {
namespace {

constexpr std::size_t kBatch = 1 << 15;

struct Brackets {
  std::string_view open, close;
};
// U+2019 also is an apostrophe, so a single closing quote proves nothing.
constexpr Brackets kBrackets[] = {{"(", ")"}, {"[", "]"}, {"{", "}"},
                                  {"“", "”"}, {"«", "»"}, {"``", "''"}};

enum class Kind { kPunctuation, kNumber, kWord };

/// Works on one phrase after the other.
class Describer {
 public:
  Describer(const WordClasses& classes, PhraseFeatures& result)
      : classes_(classes), result_(result) {}

  void describe(std::size_t row, std::string_view phrase) {
    folded_.clear();
    text::append_lower(phrase, folded_);
    words_.clear();
    for (std::size_t begin = 0; begin <= folded_.size();) {
      const std::size_t end = std::min(folded_.find(' ', begin), folded_.size());
      add_word({folded_.data() + begin, end - begin});
      begin = end + 1;
    }
    const auto is = [](Kind kind) {
      return [kind](const Word& word) { return word.kind == kind; };
    };
    result_.folded.push_back(hash(folded_));
    result_.content.push_back(hash_where([](const Word& word) { return word.content; }));
    result_.sense.push_back(hash_where([](const Word& word) { return word.sense; }));
    result_.numbers.push_back(hash_where(is(Kind::kNumber)));
    result_.punctuation.push_back(hash_where(is(Kind::kPunctuation)));
    result_.negations.push_back(static_cast<std::int32_t>(std::count_if(
        words_.begin(), words_.end(), [](const Word& word) { return word.facts->negation; })));
    result_.length.push_back(static_cast<std::int32_t>(words_.size()));
    result_.unbalanced.push_back(unbalanced());
    result_.functional.push_back(
        std::none_of(words_.begin(), words_.end(), [](const Word& word) { return word.content; }));
    add_opposites(row);
  }

 private:
  struct Word {
    std::string_view text;
    Kind kind;
    bool content, sense;
    const WordClasses::Facts* facts;
  };

  void add_word(std::string_view word) {
    characters_.decode(word);
    std::uint8_t kinds = 0;
    for (const std::uint8_t kind : characters_.kinds) kinds |= kind;
    const Kind kind = (kinds & text::kDigit) != 0    ? Kind::kNumber
                      : (kinds & text::kLetter) != 0 ? Kind::kWord
                                                     : Kind::kPunctuation;
    const WordClasses::Facts& facts = classes_[word];
    const bool content = kind != Kind::kPunctuation && !facts.functional;
    words_.push_back({word, kind, content, content || !facts.opposites.empty(), &facts});
  }

  static std::int64_t hash(std::string_view words) {
    return static_cast<std::int64_t>(hash_word(words));
  }

  void append(std::string_view word) {
    if (!joined_.empty()) joined_ += ' ';
    joined_ += word;
  }

  template <class Chosen>
  std::int64_t hash_where(Chosen&& chosen) {
    joined_.clear();
    for (const Word& word : words_)
      if (chosen(word)) append(word.text);
    return hash(joined_);
  }

  bool unbalanced() {
    open_.clear();
    bool straight = false;
    for (const Word& word : words_) {
      if (word.kind != Kind::kPunctuation) continue;
      straight ^= word.text == "\"";
      for (const Brackets& brackets : kBrackets) {
        if (word.text == brackets.open) open_.push_back(brackets.close);
        if (word.text != brackets.close) continue;
        if (open_.empty() || open_.back() != word.text) return true;
        open_.pop_back();
      }
    }
    return straight || !open_.empty();
  }

  void add_opposites(std::size_t row) {
    found_.clear();
    for (const Word& changed : words_) {
      for (const std::string& opposite : changed.facts->opposites) {
        joined_.clear();
        for (const Word& word : words_)
          if (word.sense) append(&word == &changed ? std::string_view(opposite) : word.text);
        found_.push_back(hash(joined_));
      }
    }
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    for (const std::int64_t sense : found_) {
      result_.opposite_row.push_back(static_cast<std::int64_t>(row));
      result_.opposite_sense.push_back(sense);
    }
  }

  const WordClasses& classes_;
  PhraseFeatures& result_;
  text::Characters characters_;
  std::string folded_, joined_;
  std::vector<Word> words_;
  std::vector<std::string_view> open_;  // what must come to close what is open
  std::vector<std::int64_t> found_;
};

template <class T>
void append(std::vector<T>& all, const std::vector<T>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

}  // namespace

void WordClasses::add_opposite(std::string_view word, std::string_view opposite) {
  std::vector<std::string>& known = facts_[std::string(word)].opposites;
  const auto place = std::lower_bound(known.begin(), known.end(), opposite);
  if (place == known.end() || *place != opposite) known.emplace(place, opposite);
}

PhraseFeatures describe_phrases(const TextsView& phrases, const WordClasses& classes,
                                unsigned threads) {
  PhraseFeatures all;
  for_each_in_order((phrases.size() + kBatch - 1) / kBatch, threads,
                    [&](std::size_t batch) {
                      PhraseFeatures part;
                      Describer describer(classes, part);
                      const std::size_t end = std::min(phrases.size(), (batch + 1) * kBatch);
                      for (std::size_t row = batch * kBatch; row < end; ++row)
                        describer.describe(row, phrases[row]);
                      return part;
                    },
                    [&](std::size_t, const PhraseFeatures& part) {
                      append(all.folded, part.folded);
                      append(all.content, part.content);
                      append(all.sense, part.sense);
                      append(all.numbers, part.numbers);
                      append(all.punctuation, part.punctuation);
                      append(all.negations, part.negations);
                      append(all.length, part.length);
                      append(all.unbalanced, part.unbalanced);
                      append(all.functional, part.functional);
                      append(all.opposite_row, part.opposite_row);
                      append(all.opposite_sense, part.opposite_sense);
                    });
  return all;
}

}  // namespace ow
