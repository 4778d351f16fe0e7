// What applications compare of units.
#include "base/error.h"
#include "base/lines.h"
#include "phrases/spelling.h"
#include "units/reading.h"
#include "units/units.h"

namespace ow {
namespace {

double fluency(const Units& units, const lm::Model& model, std::span<const BatchWord> words) {
  double log10 = 0.0;
  lm::StateId state = lm::Model::empty_state();
  for (const BatchWord word : words) {
    const lm::Model::Step step = model.step(state, units.lm_words[word]);
    log10 += step.log10;
    state = step.next;
  }
  return lm::kLn10 * log10;
}

/// How many of the words are in what is left of a reference, each word of it used once.
std::int32_t overlap(std::span<const BatchWord> words, std::vector<std::int32_t>& left) {
  std::int32_t count = 0;
  for (const BatchWord word : words) count += left[word]-- > 0;
  for (const BatchWord word : words) ++left[word];
  return count;
}

}  // namespace

UnitFluency unit_fluency(const Units& units, const lm::Model& model) {
  UnitFluency result;
  result.source.reserve(units.size());
  result.target.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    // Entries of one source come one after the other.
    const bool same = i > 0 && units.begin[i] == units.begin[i - 1] &&
                      units.end[i] == units.end[i - 1] &&
                      units.sentence[i] == units.sentence[i - 1];
    result.source.push_back(same ? result.source.back() : fluency(units, model, units.source(i)));
    result.target.push_back(fluency(units, model, units.target(i)));
  }
  return result;
}

std::vector<double> sentence_fluency(const Units& units, const lm::Model& model) {
  std::vector<double> scores;
  SentenceReading reading(units, model);
  for (std::size_t s = 0; s < units.sentence_count(); ++s) {
    reading.read(s);
    scores.push_back(lm::kLn10 * reading.score());
  }
  return scores;
}

std::vector<double> fluency_gains(const Units& units, const lm::Model& model) {
  std::vector<double> gains;
  gains.reserve(units.size());
  SentenceReading reading(units, model);
  for (std::size_t s = 0; s < units.sentence_count(); ++s) {
    reading.read(s);
    for (std::int64_t i = units.unit_offsets[s]; i < units.unit_offsets[s + 1]; ++i) {
      const auto unit = static_cast<std::size_t>(i);
      ReadingParts old;
      const ReadingParts parts =
          reading.replaced(static_cast<std::size_t>(units.begin[unit]),
                           static_cast<std::size_t>(units.end[unit]), units.target(unit), old);
      gains.push_back(lm::kLn10 * (parts.sum() - old.sum()));
    }
  }
  return gains;
}

std::vector<std::int32_t> overlap_gains(const Units& units,
                                        std::span<const std::string_view> references) {
  if (references.size() != units.sentence_count())
    throw Error(std::to_string(references.size()) + " references for " +
                std::to_string(units.sentence_count()) + " sentences; give one for each");
  std::vector<std::int32_t> gains;
  gains.reserve(units.size());
  std::vector<std::int32_t> left(units.words.size(), 0);
  std::vector<std::string_view> words;
  for (std::size_t s = 0; s < units.sentence_count(); ++s) {
    split_words(references[s], words);
    const auto count = [&](std::int32_t by) {
      for (const std::string_view word : words) {
        const auto known = units.words.find({word.data(), word.size()});
        if (known) left[*known] += by;
      }
    };
    count(1);
    for (std::int64_t i = units.unit_offsets[s]; i < units.unit_offsets[s + 1]; ++i) {
      const auto unit = static_cast<std::size_t>(i);
      gains.push_back(overlap(units.target(unit), left) - overlap(units.source(unit), left));
    }
    count(-1);
  }
  return gains;
}

std::vector<std::uint8_t> respellings(const Units& units) {
  std::vector<std::uint8_t> result;
  result.reserve(units.size());
  std::string text;
  const auto key = [&](std::span<const BatchWord> words) {
    text.clear();
    for (const BatchWord word : words) {
      if (!text.empty()) text += ' ';
      text += units.text(word);
    }
    return spelling_key(text);
  };
  for (std::size_t i = 0; i < units.size(); ++i)
    result.push_back(key(units.source(i)) == key(units.target(i)));
  return result;
}

}  // namespace ow
