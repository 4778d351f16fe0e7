// All that tables offer for some sentences: looked up once, used by every application.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lm/model.h"
#include "table/table.h"
#include "text/rules.h"
#include "units/sentence_view.h"
#include "units/units.h"

namespace ow {

/// What the entries of a table replace: words as they stand, parts of trees with slots, the same
/// looked up loosely (see pattern_units.h), or a verb and its object.
enum class TableKind { kPhrases, kPatterns, kLoosePatterns, kCollocations };

struct UnitTable {
  std::shared_ptr<const Table> table;
  TableKind kind = TableKind::kPhrases;
  std::shared_ptr<const Table> forms{};  // of the words of collocations, see collocation_units.h
};

/// Finds the units of sentences in all tables; any number of threads may use one.
class UnitFinder {
 public:
  /// `lower_case` tells that tables and model are in lower case; `rules` are those of the language.
  /// Throws Error for collocations without forms.
  UnitFinder(std::vector<UnitTable> tables, std::shared_ptr<const lm::Model> model, bool lower_case,
             const text::Rules& rules);

  /// All units but those that change a protected token, reach over more than white space, change
  /// nothing, or say what is to be avoided (phrases of words with blanks between them); only those
  /// of some tables, by their numbers, if any are given. Throws FormatError when heads are not
  /// within a sentence or run in a circle.
  Units find(std::span<const SentenceView> sentences, std::span<const std::string_view> avoid = {},
             std::span<const std::uint32_t> only = {}) const;

 private:
  std::vector<UnitTable> tables_;
  std::shared_ptr<const lm::Model> model_;
  bool lower_case_;
  const text::Rules& rules_;
};

}  // namespace ow
