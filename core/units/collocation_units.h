// Units of a table of collocations: a verb and its object give way to others, and the words between
// them are carried along.
//
// Entries are `promote OBJ trade` → `boost OBJ commerce`: the lemma of a verb, OBJ, the lemma of a
// noun. The table of forms tells how a lemma is written with a tag: `boost VBD` → `boosted`. What
// it does not have makes no unit.
#pragma once

#include "units/batch.h"

namespace ow {

class CollocationUnits : public UnitMaker {
 public:
  CollocationUnits(const Table& table, const Table& forms, std::size_t number, UnitBatch& batch);

  /// A unit reaches from the verb to the object or the other way round, neither of them protected.
  /// Verbs with a particle are others than those without, and have none, nor have sentences without
  /// tags, heads, relations and lemmas.
  void make() override;

 private:
  void replace(std::size_t verb, std::size_t object);
  bool add_form(std::size_t token, WordId lemma);
  WordId lemma_of(std::size_t token);

  const Table& table_;
  const Table& forms_;
  const std::size_t number_;
  UnitBatch& batch_;
  TableWords words_;
  TableWords form_words_;
  const WordId object_;  // OBJ
  std::string lower_;
  std::vector<bool> has_particle_;
};

}  // namespace ow
