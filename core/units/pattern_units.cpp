#include "units/pattern_units.h"

#include <algorithm>

#include "base/error.h"
#include "base/lines.h"
#include "base/texts.h"
#include "patterns/pattern_text.h"
#include "text/characters.h"

namespace ow {
namespace {

bool is_determiner(std::string_view word) {
  static constexpr std::string_view kDeterminers[] = {
      "a",  "an",   "the", "this", "that", "these", "those", "some", "any",  "no",
      "my", "your", "his", "her",  "its",  "our",   "their", "each", "every"};
  return std::find(std::begin(kDeterminers), std::end(kDeterminers), word) !=
         std::end(kDeterminers);
}

}  // namespace

PatternUnits::PatternUnits(const Table& table, std::size_t number, UnitBatch& batch)
    : table_(table), number_(number), batch_(batch), words_(table, batch), finder_(limits_) {
  std::string text;
  for (std::uint8_t tag = 0; tag < patterns::kNoSlot; ++tag) {
    for (unsigned slot = 1; slot <= limits_.slots; ++slot) {
      text.clear();
      patterns::append_slot(tag, slot, text);
      slot_words_.push_back(table.word_or_unknown(text));
    }
  }
}

void PatternUnits::make() {
  if (!plant()) return;
  const auto tokens = batch_.tokens();
  sentence_.clear();
  for (std::size_t i = 0; i < tokens.size(); ++i)
    sentence_.push_back(batch_.is_protected(i) ? Table::kUnknown
                                               : table_.word_or_unknown(batch_.text(tokens[i])));
  for (const patterns::Subtree& subtree : finder_.find(tree_))
    for (const patterns::Partial& partial : finder_.partials(tree_, subtree))
      match(subtree, partial);
}

/// Makes the tree of the sentence, if there is one.
bool PatternUnits::plant() {
  const SentenceView& sentence = batch_.sentence();
  const std::size_t size = sentence.tokens.size();
  if (sentence.tags.empty() || sentence.heads.empty() || size > kLongestSentence) return false;
  const std::size_t line = batch_.sentence_number() + 1;
  Texts lower;
  tree_.clear();
  for (std::size_t i = 0; i < size; ++i) {
    if (sentence.heads[i] >= size)
      fail_at_line("heads", line, "a head is beyond the sentence; parse the sentence again");
    tree_.push_back({batch_.tokens()[i], static_cast<std::uint16_t>(sentence.heads[i])});
    text::append_lower(batch_.text(batch_.tokens()[i]), lower.bytes);
    lower.end_text();
  }
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < size; ++i) texts.push_back(lower.view()[i]);
  patterns::complete_tree(tree_, texts, sentence.tags, line);
  return true;
}

void PatternUnits::match(const patterns::Subtree& subtree, const patterns::Partial& partial) {
  ++batch_.pattern_counts().found;
  source_.clear();
  slots_.clear();
  patterns::SlotNumberer numberer;
  patterns::for_each_word(partial.shown(), [&](unsigned i) {
    const std::uint16_t place = subtree.places[i];
    if ((partial.kept & patterns::only(i)) != 0) {
      source_.push_back(sentence_[place]);
      return;
    }
    const std::uint8_t tag = tree_[place].tag;
    source_.push_back(slot_words_[tag * limits_.slots + numberer.next(tag) - 1u]);
    const patterns::WordSet branch = subtree.branches[i];
    const std::size_t begin = subtree.places[static_cast<unsigned>(std::countr_zero(branch))];
    slots_.push_back({source_.back(), begin, begin + std::popcount(branch), place});
  });
  Entries entries = table_.find(source_);
  if (entries.size() == 0) return;
  ++batch_.pattern_counts().matched;
  if (!subtree.is_contiguous(partial)) {
    ++batch_.pattern_counts().gapped;
    return;
  }
  if (batch_.has_barrier(subtree.begin(), subtree.end())) return;
  while (entries.next()) {
    if (!fill(entries.entry())) continue;
    batch_.set_rule(words_, source_, entries.entry().target);
    batch_.add(number_, subtree.begin(), subtree.end(), entries.entry());
  }
}

/// Makes the target of an entry; false if it has not the slots of the source, or if a filler would
/// have two determiners.
bool PatternUnits::fill(const Entry& entry) {
  batch_.clear_target();
  std::size_t filled = 0;
  for (std::size_t i = 0; i < entry.target.size(); ++i) {
    const WordId word = entry.target[i];
    const auto slot = std::find_if(slots_.begin(), slots_.end(),
                                   [&](const Slot& each) { return each.word == word; });
    if (slot != slots_.end()) {
      const auto before = entry.target.first(i);
      if (std::find(before.begin(), before.end(), word) != before.end()) return false;
      if (i > 0 && is_determiner(table_.vocabulary().word(before.back())) && has_determiner(*slot))
        return false;  // `the [NN_1] chairman` with `the company`
      for (std::size_t token = slot->begin; token < slot->end; ++token) batch_.carry(token);
      ++filled;
    } else if (patterns::is_slot(table_.vocabulary().word(word))) {
      return false;
    } else {
      batch_.add_word(words_[word]);
    }
  }
  return filled == slots_.size();
}

/// Whether there is an article in a filler, or what stands in its place: `all the firms`, `Peter 's
/// firm`.
bool PatternUnits::has_determiner(const Slot& slot) const {
  if (is_determiner(batch_.text(batch_.tokens()[slot.begin]))) return true;  // wherever it is hung
  static constexpr std::string_view kTags[] = {"DT", "PDT", "WDT", "PRP$", "WP$", "POS"};
  const auto& tags = batch_.sentence().tags;
  for (std::size_t token = slot.begin; token < slot.end; ++token)
    if (tree_[token].head == slot.head && token != slot.head &&
        std::find(std::begin(kTags), std::end(kTags), tags[token]) != std::end(kTags))
      return true;
  return false;
}

}  // namespace ow
