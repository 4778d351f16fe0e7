#include "units/pattern_units.h"

#include <algorithm>
#include <span>

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

bool is_mark(std::string_view word) {
  return word.size() == 1 && std::string_view(".,;:!?").find(word[0]) != std::string_view::npos;
}

/// The next tag of its kind, and after the last one the first.
std::uint8_t next_alike(std::uint8_t tag) {
  static constexpr std::string_view kNouns[] = {"NN", "NNS", "NNP", "NNPS"};
  static constexpr std::string_view kFinite[] = {"VBD", "VBP", "VBZ"};
  const auto number = [](std::string_view name) {
    const auto found = std::find(patterns::kSlotTags.begin(), patterns::kSlotTags.end(), name);
    return static_cast<std::uint8_t>(found - patterns::kSlotTags.begin());
  };
  const auto after = [&](std::span<const std::string_view> kind) {
    const auto own = std::find(kind.begin(), kind.end(), patterns::kSlotTags[tag]);
    if (own == kind.end()) return tag;
    return number(own + 1 == kind.end() ? kind.front() : *(own + 1));
  };
  return after(kNouns) == tag ? after(kFinite) : after(kNouns);
}

constexpr std::size_t kMostLeft = 4;  // words at the beginning of a pattern
constexpr patterns::PatternLimits kLooseLimits{
    .words = patterns::PatternLimits::kMostWords, .slots = 2, .patterns = 512};

}  // namespace

PatternUnits::PatternUnits(const Table& table, std::size_t number, UnitBatch& batch, bool loose)
    : table_(table),
      number_(number),
      batch_(batch),
      words_(table, batch),
      loose_(loose),
      limits_(loose ? kLooseLimits : patterns::PatternLimits{}),
      finder_(limits_) {
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
  parts_.clear();
  patterns::for_each_word(partial.shown(), [&](unsigned i) {
    const std::uint16_t place = subtree.places[i];
    Part part{sentence_[place], place, place + 1u, place, patterns::kNoSlot, patterns::kNoSlot};
    if ((partial.kept & patterns::only(i)) == 0) {
      const patterns::WordSet branch = subtree.branches[i];
      part.own = part.tag = tree_[place].tag;
      part.begin = subtree.places[static_cast<unsigned>(std::countr_zero(branch))];
      part.end = part.begin + static_cast<std::size_t>(std::popcount(branch));
    }
    parts_.push_back(part);
  });
  PatternCounts& counts = batch_.pattern_counts();
  if (!subtree.is_contiguous(partial)) {
    name_slots(parts_);
    const bool is_gapped = table_.find(source_).size() > 0;
    counts.matched += is_gapped;
    counts.gapped += is_gapped;
  } else {
    counts.matched += loose_ ? match_loosely() : look_up(parts_);
  }
}

/// Looks up all stretches of a pattern; false if the table has none.
bool PatternUnits::match_loosely() {
  const auto text = [&](const Part& part) { return batch_.text(batch_.tokens()[part.begin]); };
  bool is_matched = false;
  const auto look_up_behind = [&](std::string_view before, std::span<Part> parts) {
    const WordId word = table_.word_or_unknown(before);
    if (word != Table::kUnknown) is_matched |= look_up(parts, word);
  };
  for (std::size_t first = 0; first <= kMostLeft; ++first) {
    if (first > 0 && (first == parts_.size() || parts_[first - 1].is_slot())) break;
    std::span<Part> parts{parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end()};
    for (bool again = true; again && has_slot(parts); parts = parts.first(parts.size() - 1)) {
      is_matched |= look_up(parts);
      const std::string_view tag = batch_.sentence().tags[parts.front().begin];
      if (first > 0 && !parts.front().is_slot() && (tag == "VB" || tag == "VBP"))
        look_up_behind("to", parts);
      if (first > 0 && is_determiner(text(parts_[first - 1]))) look_up_behind("the", parts);
      const bool is_whole = first + parts.size() == parts_.size();
      again = is_whole && !parts.back().is_slot() && is_mark(text(parts.back()));
    }
  }
  return is_matched;
}

/// Adds the units of a stretch of parts, which is looked up behind a word that stands before it on
/// both sides, if one is given; false if the table has nothing.
bool PatternUnits::look_up(std::span<Part> parts, WordId before) {
  const std::size_t begin = parts.front().begin, end = parts.back().end;
  const std::size_t skipped = before != Table::kUnknown;
  bool is_matched = false;
  do {
    name_slots(parts);
    if (skipped != 0) source_.insert(source_.begin(), before);
    Entries entries = table_.find(source_);
    is_matched |= entries.size() > 0;
    if (entries.size() == 0 || batch_.has_barrier(begin, end)) continue;
    while (entries.next()) {
      const std::span<const WordId> target = entries.entry().target;
      if (skipped != 0 && (target.size() == 1 || target.front() != before)) continue;
      if (!fill(parts, target.subspan(skipped))) continue;
      batch_.set_rule(words_, std::span<const WordId>(source_).subspan(skipped),
                      target.subspan(skipped));
      batch_.add(number_, begin, end, entries.entry());
    }
  } while (loose_ && take_other_slots(parts));
  return is_matched;
}

/// Makes the source of some parts, whose slots are numbered by their tags.
void PatternUnits::name_slots(std::span<Part> parts) {
  patterns::SlotNumberer numberer;
  source_.clear();
  for (Part& part : parts) {
    if (part.is_slot())
      part.word = slot_words_[part.tag * limits_.slots + numberer.next(part.tag) - 1u];
    source_.push_back(part.word);
  }
}

/// Gives slots the next tags of their kinds; false when all were there, and they have their own.
bool PatternUnits::take_other_slots(std::span<Part> parts) {
  for (Part& part : parts) {
    if (!part.is_slot()) continue;
    part.tag = next_alike(part.tag);
    if (part.tag != part.own) return true;
  }
  return false;
}

/// Makes the target of an entry; false if it has not the slots of the source, or if a filler would
/// have two determiners.
bool PatternUnits::fill(std::span<const Part> parts, std::span<const WordId> target) {
  batch_.clear_target();
  std::size_t filled = 0;
  for (std::size_t i = 0; i < target.size(); ++i) {
    const WordId word = target[i];
    const auto slot = std::find_if(parts.begin(), parts.end(), [&](const Part& each) {
      return each.is_slot() && each.word == word;
    });
    if (slot != parts.end()) {
      const auto before = target.first(i);
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
  return filled ==
         static_cast<std::size_t>(std::count_if(parts.begin(), parts.end(),
                                                [](const Part& each) { return each.is_slot(); }));
}

/// Whether there is an article in a filler, or what stands in its place: `all the firms`, `Peter 's
/// firm`.
bool PatternUnits::has_determiner(const Part& slot) const {
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
