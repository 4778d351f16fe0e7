// Collects entries in any order and writes them as a table file.
//
// The file depends only on the set of entries, not on the order they came in (except when the first
// of several equal pairs is asked for). Memory: the entries in compact form, and 12 bytes for each
// while writing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/pool.h"
#include "table/entry.h"
#include "table/records.h"

namespace ow {

/// Which of several entries with the same source and target is kept.
enum class Duplicates {
  kBest,   // the one with the highest first score
  kFirst,  // the one that came first
  kSum,    // the best one, with all their probabilities and counts added up
};

struct WriteOptions {
  Duplicates duplicates = Duplicates::kBest;
  bool quantise = false;  // store each score in one byte
};

struct WriteReport {
  std::uint64_t entries = 0;
  std::uint64_t sources = 0;
  std::uint64_t words = 0;
  std::uint64_t duplicates = 0;            // entries given up for another with the same pair
  std::vector<float> quantisation_errors;  // the largest of each score; empty without quantisation
};

class TableBuilder {
 public:
  /// Between 1 and kMostScores distinct names.
  explicit TableBuilder(std::vector<std::string> score_names);
  TableBuilder(const TableBuilder&) = delete;
  TableBuilder& operator=(const TableBuilder&) = delete;

  std::span<const std::string> score_names() const { return score_names_; }
  std::uint64_t size() const { return entry_count_; }

  /// The number of a word in this builder. Throws FormatError, saying why, for what cannot be a
  /// word: it must be valid UTF-8, not empty, without white space and without `|||`.
  WordId word(std::string_view text);
  /// The number of a tag signature in this builder; same rules as for words.
  std::uint32_t tags(std::string_view text);

  /// Adds an entry whose numbers come from `word` and `tags`. Throws FormatError, saying why, for
  /// an empty or too long phrase, a score that is not finite, and alignment outside the phrases.
  void add(std::span<const WordId> source, const Entry& entry);

  /// Writes all entries; the file appears under its name when it is complete.
  WriteReport write(const std::string& path, const WriteOptions& options = {}) const;

 private:
  friend class TableWriter;

  std::vector<std::string> score_names_;
  Pool<char> words_;
  Pool<char> tags_;
  Pool<WordId> sources_;
  std::uint32_t last_source_ = 0;
  std::uint64_t entry_count_ = 0;
  Records records_;  // with the numbers of this builder
};

}  // namespace ow
