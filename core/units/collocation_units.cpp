#include "units/collocation_units.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/lines.h"
#include "text/characters.h"

namespace ow {

CollocationUnits::CollocationUnits(const Table& table, const Table& forms, std::size_t number,
                                   UnitBatch& batch)
    : table_(table),
      forms_(forms),
      number_(number),
      batch_(batch),
      words_(table, batch),
      form_words_(forms, batch),
      object_(table.word_or_unknown("OBJ")) {}

void CollocationUnits::make() {
  const SentenceView& sentence = batch_.sentence();
  if (sentence.tags.empty() || sentence.heads.empty() || sentence.relations.empty() ||
      sentence.lemmas.empty())
    return;
  const std::size_t size = sentence.tokens.size();
  has_particle_.assign(size, false);
  for (std::size_t i = 0; i < size; ++i) {
    if (sentence.heads[i] >= size)
      fail_at_line("heads", batch_.sentence_number() + 1,
                   "a head is beyond the sentence; parse the sentence again");
    if (sentence.relations[i] == "prt") has_particle_[sentence.heads[i]] = true;
  }
  for (std::size_t object = 0; object < size; ++object) {
    const std::size_t verb = sentence.heads[object];
    if (sentence.relations[object] != "dobj" || verb == object || has_particle_[verb]) continue;
    const bool is_noun = sentence.tags[object] == "NN" || sentence.tags[object] == "NNS";
    if (!is_noun || !sentence.tags[verb].starts_with("VB")) continue;
    if (batch_.is_protected(verb) || batch_.is_protected(object)) continue;
    if (!batch_.has_barrier(std::min(verb, object), std::max(verb, object) + 1))
      replace(verb, object);
  }
}

void CollocationUnits::replace(std::size_t verb, std::size_t object) {
  const std::array<WordId, 3> source = {lemma_of(verb), object_, lemma_of(object)};
  const std::size_t begin = std::min(verb, object), end = std::max(verb, object) + 1;
  for (Entries entries = table_.find(source); entries.next();) {
    const Entry& entry = entries.entry();
    if (entry.target.size() != 3 || entry.target[1] != object_) continue;
    batch_.clear_target();
    bool is_known = true;
    for (std::size_t token = begin; is_known && token < end; ++token) {
      if (token == verb || token == object) {
        const std::size_t place = token == verb ? 0 : 2;
        if (entry.target[place] == source[place])
          batch_.carry(token);
        else
          is_known = add_form(token, entry.target[place]);
      } else {
        batch_.carry(token);
      }
    }
    if (!is_known) continue;
    batch_.set_rule(words_, source, entry.target);
    batch_.add(number_, begin, end, entry);
  }
}

/// Adds a word in the form of the token that it replaces; false if that is not known.
bool CollocationUnits::add_form(std::size_t token, WordId lemma) {
  const std::array<WordId, 2> wanted = {
      forms_.word_or_unknown(table_.vocabulary().word(lemma)),
      forms_.word_or_unknown(batch_.sentence().tags[token]),
  };
  Entries found = forms_.find(wanted);
  if (!found.next()) return false;
  for (const WordId word : found.entry().target) batch_.add_word(form_words_[word]);
  return true;
}

WordId CollocationUnits::lemma_of(std::size_t token) {
  lower_.clear();
  text::append_lower(batch_.sentence().lemmas[token], lower_);
  return table_.word_or_unknown(lower_);
}

}  // namespace ow
