// Units in the making: what all kinds of tables need to add theirs to the columns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lm/model.h"
#include "table/table.h"
#include "units/sentence_view.h"
#include "units/target_bytes.h"
#include "units/units.h"

namespace ow {

class TableWords;

class UnitBatch {
 public:
  UnitBatch(const text::Rules& rules, bool lower_case, std::span<const std::string_view> avoid);
  UnitBatch(const UnitBatch&) = delete;
  UnitBatch& operator=(const UnitBatch&) = delete;

  void begin_sentence(const SentenceView& sentence);
  void end_sentence();
  Units finish(const lm::Model& model);

  const SentenceView& sentence() const { return sentence_; }
  std::size_t sentence_number() const { return units_.sentence_count(); }
  std::span<const BatchWord> tokens() const { return units_.tokens(units_.sentence_count()); }
  std::string_view text(BatchWord word) const { return units_.text(word); }
  BatchWord intern(std::string_view text) {
    return units_.words.intern({text.data(), text.size()});
  }
  bool is_protected(std::size_t token) const {
    return !sentence_.is_protected.empty() && sentence_.is_protected[token] != 0;
  }
  /// Whether there is more than white space between the tokens [begin, end).
  bool has_barrier(std::size_t begin, std::size_t end) const {
    return barriers_[begin] != barriers_[end - 1];
  }
  PatternCounts& pattern_counts() { return units_.pattern_counts; }

  // The target of the next unit, word by word, and the pair of patterns it comes from.
  void clear_target();
  void add_word(BatchWord word) { target_.add(word, Units::kNew); }
  void carry(std::size_t token) { target_.add(tokens()[token], static_cast<std::int32_t>(token)); }
  void set_rule(TableWords& words, std::span<const WordId> source, std::span<const WordId> target);
  /// Adds the unit unless it changes nothing, brings in what is to be avoided, or separates
  /// neighbours that are protected.
  void add(std::size_t table, std::size_t begin, std::size_t end, const Entry& entry);

 private:
  void find_barriers();
  bool changes_nothing(std::size_t begin, std::size_t end) const;
  bool is_avoided() const;
  bool tears(std::size_t begin, std::size_t end) const;

  bool lower_case_;
  TargetBytes bytes_;
  Units units_;
  SentenceView sentence_;
  std::vector<std::vector<BatchWord>> avoid_;
  std::string lower_;
  std::vector<std::uint32_t> barriers_;  // by token: how many there are before it
  Target target_;
  std::vector<BatchWord> rule_;  // empty for a phrase
};

/// The words of a table by their numbers in a batch.
class TableWords {
 public:
  TableWords(const Table& table, UnitBatch& batch)
      : table_(table), batch_(batch), known_(table.vocabulary().size(), kNotYet) {}

  BatchWord operator[](WordId word) {
    BatchWord& known = known_[word];
    if (known == kNotYet) known = batch_.intern(table_.vocabulary().word(word));
    return known;
  }

 private:
  static constexpr BatchWord kNotYet = UINT32_MAX;

  const Table& table_;
  UnitBatch& batch_;
  std::vector<BatchWord> known_;
};

/// Finds the units of one table in one sentence after the other.
class UnitMaker {
 public:
  virtual ~UnitMaker() = default;
  /// Adds those of the sentence that the batch has begun.
  virtual void make() = 0;
};

}  // namespace ow
