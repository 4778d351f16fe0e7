// Units of a table of phrases: words as they stand in the sentence.
#pragma once

#include "units/batch.h"

namespace ow {

class PhraseUnits : public UnitMaker {
 public:
  PhraseUnits(const Table& table, std::size_t number, UnitBatch& batch)
      : table_(table), number_(number), batch_(batch), words_(table, batch) {}

  /// No unit touches a protected token, or has another tag signature than the sentence.
  void make() override;

 private:
  const Table& table_;
  const std::size_t number_;
  UnitBatch& batch_;
  TableWords words_;
  std::vector<WordId> sentence_;
};

}  // namespace ow
