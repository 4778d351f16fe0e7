#include "context/guards.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/lines.h"

namespace ow::context {
namespace {

constexpr std::array<std::pair<std::string_view, GuardKind>, 6> kKinds{
    {{"count", GuardKind::kCount},
     {"match", GuardKind::kMatch},
     {"arrive", GuardKind::kArrive},
     {"same", GuardKind::kSame},
     {"prefix", GuardKind::kPrefix},
     {"equal", GuardKind::kEqual}}};
constexpr std::size_t kShortestRest = 3;  // of a word without its prefix
constexpr BatchWord kNothing = static_cast<BatchWord>(-1);

}  // namespace

Guards::Guards(std::string_view lines) {
  std::size_t number = 0;
  std::unordered_map<std::string, std::uint32_t> equals;  // by group and class
  const auto fail = [&](const std::string& why) {
    throw FormatError("line " + std::to_string(number) + " of the guards: " + why);
  };
  while (!lines.empty()) {
    ++number;
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.empty()) continue;
    std::array<std::string_view, 4> fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::size_t tab = line.find('\t');
      if ((tab == std::string_view::npos) != (i + 1 == fields.size()))
        fail("it must have four fields with tabs between them");
      fields[i] = line.substr(0, tab);
      if (tab != std::string_view::npos) line.remove_prefix(tab + 1);
    }
    const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                   [&](const auto& each) { return each.first == fields[0]; });
    if (kind == kKinds.end()) fail("there is no kind of guard '" + std::string(fields[0]) + "'");
    std::vector<std::string_view> words;
    split_words(fields[3], words);
    if (words.empty()) fail("the phrase is empty");
    if (kind->second == GuardKind::kPrefix) {
      prefixes_.emplace_back(fields[3]);
      continue;
    }
    if (kind->second == GuardKind::kEqual) {
      const std::string of = std::string(fields[1]) + '\t' + std::string(fields[2]);
      const auto number_of = static_cast<std::uint32_t>(equals.size());
      std::vector<std::uint64_t> hashes;
      for (const std::string_view word : words) hashes.push_back(hash_word(word));
      auto& phrases = equals_[hashes.front()];
      auto same = std::find_if(phrases.begin(), phrases.end(),
                               [&](const Equal& each) { return each.words == hashes; });
      if (same == phrases.end()) same = phrases.insert(same, {std::move(hashes), {}});
      same->of.push_back(equals.try_emplace(of, number_of).first->second);
      continue;
    }
    auto group = std::find_if(groups_.begin(), groups_.end(),
                              [&](const Group& each) { return each.name == fields[1]; });
    if (group == groups_.end()) {
      if (groups_.size() == kMostGroups) fail("there are too many groups");
      group = groups_.insert(groups_.end(), {std::string(fields[1]), kind->second, {}});
    }
    if (group->kind != kind->second) fail("a group must be of one kind");
    auto at = std::find(group->classes.begin(), group->classes.end(), fields[2]);
    if (at == group->classes.end()) {
      if (group->classes.size() == kMostClasses) fail("a group has too many classes");
      at = group->classes.insert(at, std::string(fields[2]));
    }
    const Member member{static_cast<std::uint32_t>(group - groups_.begin()),
                        1U << (at - group->classes.begin()),
                        hash_word(fields[2] == "*" ? fields[3] : fields[2])};
    if (words.size() == 1) {
      merge(words_[hash_word(words[0])], member);
      continue;
    }
    Phrase phrase{{}, member};
    for (const std::string_view word : words) phrase.words.push_back(hash_word(word));
    phrases_[phrase.words.front()].push_back(std::move(phrase));
  }
  for (auto& [first, phrases] : equals_)
    std::stable_sort(phrases.begin(), phrases.end(), [](const Equal& a, const Equal& b) {
      return a.words.size() > b.words.size();
    });
}

/// A word may be of several classes of a group.
void Guards::merge(std::vector<Member>& members, const Member& member) {
  const auto same = std::find_if(members.begin(), members.end(),
                                 [&](const Member& each) { return each.group == member.group; });
  if (same == members.end())
    members.push_back(member);
  else
    same->classes |= member.classes;
}

/// Compares what goes and what comes, unit by unit.
class Guards::Reader {
 public:
  Reader(const Guards& guards, const Units& units, const text::Casing* casing)
      : guards_(guards), units_(units) {
    known_.reserve(units.words.size());
    for (BatchWord word = 0; word < units.words.size(); ++word) {
      const std::string_view text = units.text(word);
      Known known{hash_word(text), nullptr, nullptr, false, false};
      if (const auto at = guards.words_.find(known.hash); at != guards.words_.end())
        known.members = &at->second;
      if (const auto at = guards.phrases_.find(known.hash); at != guards.phrases_.end())
        known.phrases = &at->second;
      known.has_digit = std::any_of(text.begin(), text.end(),
                                    [](char byte) { return byte >= '0' && byte <= '9'; });
      const auto form = casing == nullptr ? std::nullopt : casing->form_of(text);
      known.is_name = form && *form != text && text != "i" && !text.starts_with("i'");
      known_.push_back(known);
    }
  }

  bool forbids(std::size_t unit) {
    leave_out_equals(units_.source(unit), units_.target(unit));
    const std::span<const BatchWord> source = source_, target = target_;
    read(source, old_);
    read(target, new_);
    return differ() || brings(source, target) || negates(source, target) || negates(target, source);
  }

 private:
  struct Known {
    std::uint64_t hash;
    const std::vector<Member>* members;
    const std::vector<Phrase>* phrases;
    bool has_digit, is_name;
  };
  /// What words say, by group.
  struct Said {
    std::array<std::uint32_t, kMostGroups> counts{}, classes{};
    std::array<std::uint64_t, kMostGroups> same{};  // of all words, whatever their order
    std::vector<Member> all;
  };

  /// A phrase of words that are all equal to something else.
  struct Place {
    std::size_t begin, end;
    std::span<const std::uint32_t> of;  // its classes

    bool shares_class(const Place& other) const {
      return std::find_first_of(of.begin(), of.end(), other.of.begin(), other.of.end()) != of.end();
    }
  };

  void find_equals(std::span<const BatchWord> words, std::vector<Place>& found) const {
    found.clear();
    for (std::size_t i = 0; i < words.size();) {
      const std::size_t begin = i++;
      const auto phrases = guards_.equals_.find(known_[words[begin]].hash);
      if (phrases == guards_.equals_.end()) continue;
      for (const Equal& phrase : phrases->second) {
        if (!stands_at(words, begin, phrase.words)) continue;
        i = begin + phrase.words.size();
        found.push_back({begin, i, phrase.of});
        break;
      }
    }
  }

  bool stands_at(std::span<const BatchWord> words, std::size_t begin,
                 std::span<const std::uint64_t> phrase) const {
    if (phrase.size() > words.size() - begin) return false;
    for (std::size_t k = 0; k < phrase.size(); ++k)
      if (known_[words[begin + k]].hash != phrase[k]) return false;
    return true;
  }

  /// Keeps the words of both sides without phrases that say the same as one of the other side.
  void leave_out_equals(std::span<const BatchWord> source, std::span<const BatchWord> target) {
    source_.assign(source.begin(), source.end());
    target_.assign(target.begin(), target.end());
    find_equals(source, old_equals_);
    if (old_equals_.empty()) return;
    find_equals(target, new_equals_);
    for (const Place& old : old_equals_) {
      const auto same = std::find_if(new_equals_.begin(), new_equals_.end(),
                                     [&](const Place& each) { return each.shares_class(old); });
      if (same == new_equals_.end()) continue;
      const auto blank = [](std::vector<BatchWord>& words, const Place& place) {
        std::fill(words.begin() + static_cast<std::ptrdiff_t>(place.begin),
                  words.begin() + static_cast<std::ptrdiff_t>(place.end), kNothing);
      };
      blank(source_, old);
      blank(target_, *same);
      new_equals_.erase(same);
    }
    std::erase(source_, kNothing);
    std::erase(target_, kNothing);
  }

  void read(std::span<const BatchWord> words, Said& said) const {
    said.counts.fill(0);
    said.classes.fill(0);
    said.same.fill(0);
    said.all.clear();
    const auto note = [&](const Member& member) {
      ++said.counts[member.group];
      said.classes[member.group] |= member.classes;
      said.same[member.group] += mix(member.sameness);
      said.all.push_back(member);
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Known& word = known_[words[i]];
      if (word.members != nullptr)
        for (const Member& member : *word.members) note(member);
      if (word.phrases == nullptr) continue;
      for (const Phrase& phrase : *word.phrases)
        if (stands_at(words, i, phrase.words)) note(phrase.member);
    }
  }

  bool differ() const {
    const auto unmatched = [](const Said& one, const Said& other, std::size_t group) {
      return std::any_of(one.all.begin(), one.all.end(), [&](const Member& member) {
        return member.group == group && (member.classes & other.classes[group]) == 0;
      });
    };
    for (std::size_t group = 0; group < guards_.groups_.size(); ++group) {
      switch (guards_.groups_[group].kind) {
        case GuardKind::kCount:
          if (old_.counts[group] != new_.counts[group]) return true;
          break;
        case GuardKind::kMatch:
          if (unmatched(old_, new_, group) || unmatched(new_, old_, group)) return true;
          break;
        case GuardKind::kArrive:
          if (unmatched(new_, old_, group)) return true;
          break;
        case GuardKind::kSame:
          if (old_.same[group] != new_.same[group]) return true;
          break;
        case GuardKind::kPrefix:
        case GuardKind::kEqual:
          break;
      }
    }
    return false;
  }

  /// Whether a number or a name comes or a number goes.
  bool brings(std::span<const BatchWord> source, std::span<const BatchWord> target) const {
    const auto in = [](std::span<const BatchWord> words, BatchWord word) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    for (const BatchWord word : target) {
      const Known& known = known_[word];
      if ((known.has_digit || known.is_name) && !in(source, word)) return true;
    }
    return std::any_of(source.begin(), source.end(),
                       [&](BatchWord word) { return known_[word].has_digit && !in(target, word); });
  }

  /// Whether a word is another one with a prefix that turns it around.
  bool negates(std::span<const BatchWord> words, std::span<const BatchWord> others) const {
    for (const BatchWord word : words) {
      for (const std::string& prefix : guards_.prefixes_) {
        const std::string_view text = units_.text(word);
        if (!text.starts_with(prefix) || text.size() < prefix.size() + kShortestRest) continue;
        const std::string_view rest = text.substr(prefix.size());
        for (const BatchWord other : others)
          if (units_.text(other) == rest) return true;
      }
    }
    return false;
  }

  const Guards& guards_;
  const Units& units_;
  std::vector<Known> known_;  // by word of the batch
  std::vector<Place> old_equals_, new_equals_;
  std::vector<BatchWord> source_, target_;  // of the unit at hand, without equals
  Said old_, new_;
};

std::vector<std::uint8_t> Guards::forbid(const Units& units, std::span<const std::int64_t> rows,
                                         const text::Casing* casing) const {
  Reader reader(*this, units, casing);
  std::vector<std::uint8_t> forbidden;
  forbidden.reserve(rows.size());
  for (const std::int64_t row : rows) {
    if (row < 0 || static_cast<std::size_t>(row) >= units.size())
      throw Error("there is no such unit");
    forbidden.push_back(reader.forbids(static_cast<std::size_t>(row)));
  }
  return forbidden;
}

}  // namespace ow::context
