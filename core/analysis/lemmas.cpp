#include "analysis/lemmas.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/error.h"
#include "base/hash.h"
#include "base/lines.h"
#include "text/characters.h"

namespace ow::analysis {
namespace {

constexpr std::size_t kLongestEnding = 6;
constexpr std::size_t kLeastSupport = 3;  // words that a rule for an ending must be right for
constexpr std::uint64_t kWhole = 1 << 8;  // marks the key of a whole word

std::uint64_t key_of(std::uint64_t tag, std::string_view ending) {
  return std::max<std::uint64_t>(1, mix(hash_word(ending) ^ mix(tag + 1)));
}

/// What makes a lemma of a word.
struct Script {
  std::size_t removed = 0;
  std::string ending;

  auto operator<=>(const Script&) const = default;
};

bool is_inside_character(std::string_view text, std::size_t place) {
  return place < text.size() && (text[place] & 0xC0) == 0x80;
}

Script script_of(std::string_view word, std::string_view lemma) {
  std::size_t same = 0;
  while (same < word.size() && same < lemma.size() && word[same] == lemma[same]) ++same;
  while (same > 0 && is_inside_character(word, same)) --same;
  return {word.size() - same, std::string(lemma.substr(same))};
}

struct Known {
  std::string word;
  Script script;
};

/// Learns the rules of one tag, from short endings to long ones.
class TagRules {
 public:
  TagRules(std::vector<Known> words, std::uint8_t tag) : words_(std::move(words)), tag_(tag) {
    predicted_.resize(words_.size());
    for (std::size_t size = 0; size <= kLongestEnding; ++size) add_endings(size);
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (predicted_[i] != words_[i].script)
        rules.emplace_back(key_of(tag_ + kWhole, words_[i].word), words_[i].script);
  }

  std::vector<std::pair<std::uint64_t, Script>> rules;

 private:
  void add_endings(std::size_t size) {
    std::map<std::string_view, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (const std::string& word = words_[i].word; word.size() >= size)
        groups[std::string_view(word).substr(word.size() - size)].push_back(i);
    for (const auto& [ending, members] : groups) {
      // A rule takes away nothing but its ending: that is all it knows of other words.
      std::map<Script, std::size_t> votes{{Script{}, 0}};
      std::size_t as_before = 0;
      for (const std::size_t i : members) {
        if (words_[i].script.removed <= size) ++votes[words_[i].script];
        as_before += words_[i].script == predicted_[i];
      }
      const auto best =
          std::max_element(votes.begin(), votes.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
      const bool helps = best->second >= kLeastSupport && best->second > as_before;
      if (size > 0 && !helps) continue;  // every tag has a rule for the empty ending
      rules.emplace_back(key_of(tag_, ending), helps ? best->first : Script{});
      for (const std::size_t i : members) predicted_[i] = rules.back().second;
    }
  }

  std::vector<Known> words_;
  std::uint64_t tag_;
  std::vector<Script> predicted_;
};

}  // namespace

LemmaRules::LemmaRules(const Container& file, std::span<const Rule> rules,
                       std::span<const char> endings)
    : rules_(rules), endings_(endings) {
  if (!rules.empty() && !std::has_single_bit(rules.size()))
    file.corrupt("its table of lemma rules has a wrong size");
  for (const Rule& rule : rules) {
    if (rule.key == 0) continue;
    if (rule.ending >= endings.size() || ending(rule).size() >= endings.size() - rule.ending)
      file.corrupt("a lemma rule has no ending");
    if (!is_valid_utf8(ending(rule))) file.corrupt("the ending of a lemma rule is not UTF-8");
  }
}

LemmaRules LemmaRules::learn(std::span<const LemmaCount> counts) {
  // Of each tag: how often a capital was kept and how often not, and what became of each word.
  struct Seen {
    std::uint64_t kept = 0, lowered = 0;
    std::vector<const LemmaCount*> all;
  };
  std::map<std::uint8_t, Seen> tags;
  std::string lower;
  for (const LemmaCount& seen : counts) {
    Seen& tag = tags[seen.tag];
    tag.all.push_back(&seen);
    lower.clear();
    text::append_lower(seen.word, lower);
    if (lower == seen.word) continue;
    lower.clear();
    text::append_lower(seen.lemma, lower);
    (lower == seen.lemma ? tag.lowered : tag.kept) += seen.count;
  }
  LemmaRules result;
  std::vector<Rule> rules;
  std::unordered_map<std::string, std::uint32_t> places;
  for (const auto& [tag, seen] : tags) {
    const bool keeps_case = seen.kept > seen.lowered;
    std::map<std::string, std::map<Script, std::uint64_t>> words;
    for (const LemmaCount* one : seen.all) {
      std::string word(one->word);
      if (!keeps_case) {
        word.clear();
        text::append_lower(one->word, word);
      }
      const Script script = script_of(word, one->lemma);
      if (script.removed > 0xFFFF || script.ending.size() > 0xFF) continue;
      words[std::move(word)][script] += one->count;
    }
    std::vector<Known> known;
    for (const auto& [word, scripts] : words) {
      const auto best = std::max_element(scripts.begin(), scripts.end(),
                                         [](auto& a, auto& b) { return a.second < b.second; });
      known.push_back({word, best->first});
    }
    for (const auto& [key, script] : TagRules(std::move(known), tag).rules) {
      const auto [place, is_new] =
          places.emplace(script.ending, static_cast<std::uint32_t>(result.own_endings_.size()));
      if (is_new) {
        result.own_endings_.push_back(static_cast<char>(script.ending.size()));
        result.own_endings_.insert(result.own_endings_.end(), script.ending.begin(),
                                   script.ending.end());
      }
      rules.push_back({key, place->second, static_cast<std::uint16_t>(script.removed),
                       static_cast<std::uint16_t>(keeps_case)});
    }
  }
  result.own_rules_.resize(std::bit_ceil(2 * rules.size() + 2));
  for (const Rule& rule : rules) {
    std::size_t at = rule.key & (result.own_rules_.size() - 1);
    while (result.own_rules_[at].key != 0) at = (at + 1) & (result.own_rules_.size() - 1);
    result.own_rules_[at] = rule;
  }
  result.rules_ = result.own_rules_;
  result.endings_ = result.own_endings_;
  return result;
}

void LemmaRules::append(std::string_view word, std::string_view lower, std::uint8_t tag,
                        std::string& result) const {
  const Rule* rule = find(key_of(tag, {}));
  if (rule != nullptr && rule->keeps_case == 0) word = lower;
  if (const Rule* whole = find(key_of(tag + kWhole, word))) {
    rule = whole;
  } else {
    for (std::size_t size = std::min(kLongestEnding, word.size()); size > 0; --size) {
      if (const Rule* longest = find(key_of(tag, word.substr(word.size() - size)))) {
        rule = longest;
        break;
      }
    }
  }
  // A rule that was learnt from other words may cut through a character, or leave nothing.
  const std::size_t kept = rule == nullptr ? 0 : word.size() - rule->removed;
  if (rule == nullptr || rule->removed > word.size() || is_inside_character(word, kept) ||
      (kept == 0 && ending(*rule).empty())) {
    result += word;
    return;
  }
  result += word.substr(0, kept);
  result += ending(*rule);
}

const LemmaRules::Rule* LemmaRules::find(std::uint64_t key) const {
  const std::size_t mask = rules_.size() - 1;
  for (std::size_t step = 0; step < rules_.size(); ++step) {
    const Rule& rule = rules_[(key + step) & mask];
    if (rule.key == key) return &rule;
    if (rule.key == 0) break;
  }
  return nullptr;
}

std::string_view LemmaRules::ending(const Rule& rule) const {
  return {endings_.data() + rule.ending + 1, static_cast<unsigned char>(endings_[rule.ending])};
}

}  // namespace ow::analysis
