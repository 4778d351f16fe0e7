#include "table/ppdb_rules.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"

namespace ow {
namespace {

constexpr std::string_view kNounPhrase[] = {"NN", "NNS", "NNP", "NNPS"};
constexpr std::string_view kAdjectivePhrase[] = {"JJ"};
constexpr std::string_view kPenn[] = {"NN",  "NNS", "NNP", "NNPS", "VB",  "VBD", "VBG",
                                      "VBN", "VBP", "VBZ", "JJ",   "JJR", "JJS"};

/// The tags that a label stands for.
std::span<const std::string_view> tags_of(std::string_view label) {
  if (label == "NP") return kNounPhrase;
  if (label == "ADJP") return kAdjectivePhrase;
  const auto* const found = std::find(std::begin(kPenn), std::end(kPenn), label);
  return found == std::end(kPenn) ? std::span<const std::string_view>{} : std::span(found, 1);
}

bool is_letter(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
}

/// A word that would be taken for a slot of ours.
bool looks_like_slot(std::string_view word) {
  return word.size() > 4 && word.front() == '[' && word.back() == ']' &&
         word.find('_') != std::string_view::npos;
}

}  // namespace

PpdbRuleParser::PpdbRuleParser(std::vector<std::string> features, std::vector<std::string> names,
                               const std::vector<std::string>& function_words)
    : lines_(std::move(features), std::move(names)),
      function_words_(function_words.begin(), function_words.end()) {}

RowKind PpdbRuleParser::parse(std::string_view line, Row& row) {
  slots_.clear();
  if (!lines_.split(line, row)) return RowKind::kNothing;
  row.tags = {};
  row.alignment.clear();
  lines_.score(row);
  for (const auto* side : {&row.source, &row.target}) {
    if (std::any_of(side->begin(), side->end(), looks_like_slot))
      throw FormatError("a word looks like a slot of ours, such as [NN_1]");
  }
  row.left_out = read_slots(row);
  if (row.left_out.empty() && !(has_content(row.source) && has_content(row.target)))
    row.left_out = "a side without a content word";
  if (!row.left_out.empty()) {
    slots_.clear();
    return RowKind::kLeftOut;
  }
  name_slots(row);
  return RowKind::kEntry;
}

std::string_view PpdbRuleParser::read_slots(const Row& row) {
  source_places_.clear();
  target_places_.clear();
  std::vector<PpdbSlot> others;
  for (std::size_t i = 0; i < row.source.size(); ++i) {
    if (const PpdbSlot slot = ppdb_slot(row.source[i]); !slot.label.empty()) {
      slots_.push_back({slot, tags_of(slot.label), 0, {}});
      source_places_.push_back(i);
    }
  }
  for (std::size_t i = 0; i < row.target.size(); ++i) {
    if (const PpdbSlot slot = ppdb_slot(row.target[i]); !slot.label.empty()) {
      others.push_back(slot);
      target_places_.push_back(i);
    }
  }
  if (slots_.empty() && others.empty()) return "no slot";
  if (slots_.size() != others.size()) return "sides with different slots";
  std::vector<std::size_t> places(slots_.size());  // in the target, for each slot of the source
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const auto same = [&](const PpdbSlot& slot) { return slot.number == slots_[i].text.number; };
    const auto found = std::find_if(others.begin(), others.end(), same);
    const auto mine = [&](const Slot& slot) { return same(slot.text); };
    if (found == others.end() || found->label != slots_[i].text.label ||
        std::count_if(others.begin(), others.end(), same) != 1 ||
        std::count_if(slots_.begin(), slots_.end(), mine) != 1)
      return "sides with different slots";
    places[i] = target_places_[static_cast<std::size_t>(found - others.begin())];
  }
  target_places_ = std::move(places);
  if (slots_.size() > kMostSlots) return "too many slots";
  const auto unknown = [](const Slot& slot) { return slot.tags.empty(); };
  return std::any_of(slots_.begin(), slots_.end(), unknown) ? "slots with other labels" : "";
}

bool PpdbRuleParser::has_content(const std::vector<std::string_view>& words) const {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return ppdb_slot(word).label.empty() && std::any_of(word.begin(), word.end(), is_letter) &&
           !function_words_.contains(std::string(word));
  });
}

void PpdbRuleParser::name_slots(Row& row) {
  std::map<std::string_view, unsigned> numbers;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    Slot& slot = slots_[i];
    const std::string_view tag = slot.tags[slot.choice];
    slot.name = "[" + std::string(tag) + "_" + std::to_string(++numbers[tag]) + "]";
    row.source[source_places_[i]] = slot.name;
    row.target[target_places_[i]] = slot.name;
  }
}

bool PpdbRuleParser::next(Row& row) {
  for (Slot& slot : slots_) {
    if (++slot.choice < slot.tags.size()) {
      name_slots(row);
      return true;
    }
    slot.choice = 0;
  }
  return false;
}

}  // namespace ow
