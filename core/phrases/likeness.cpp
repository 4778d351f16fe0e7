#include "phrases/likeness.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"
#include "phrases/signature.h"

namespace ow {
namespace {

constexpr std::size_t kBatch = 1 << 14;
constexpr std::size_t kEnding = 3, kShortestStem = 4;  // characters
constexpr std::size_t kWays = 64;                      // to read a phrase
constexpr char kUnknown = 'n';                         // most words that nobody knows are names

using Words = std::vector<std::string_view>;

void split(std::string_view phrase, Words& words) {
  words.clear();
  for (std::size_t begin = 0; begin <= phrase.size();) {
    const std::size_t end = std::min(phrase.find(' ', begin), phrase.size());
    words.push_back(phrase.substr(begin, end - begin));
    begin = end + 1;
  }
}

/// Whether words differ in their endings only, roughly.
bool share_a_stem(std::string_view one, std::string_view other) {
  const std::size_t shorter = std::min(one.size(), other.size());
  const auto differ = std::mismatch(one.begin(), one.begin() + shorter, other.begin()).first;
  const auto same = static_cast<std::size_t>(differ - one.begin());
  return same >= kShortestStem && same + kEnding >= shorter;
}

/// Words that are written with the word before them, and what they stand for.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kClitics = {{
    {"n't", "not"},
    {"'s", "is"},
    {"'s", "has"},
    {"'m", "am"},
    {"'re", "are"},
    {"'ve", "have"},
    {"'ll", "will"},
    {"'ll", "shall"},
    {"'d", "would"},
    {"'d", "had"},
    {"'d", "should"},
}};

/// A word with plain apostrophes.
std::string plain(std::string_view word) {
  constexpr std::string_view kCurly = "’";
  std::string result(word);
  for (std::size_t at; (at = result.find(kCurly)) != std::string::npos;)
    result.replace(at, kCurly.size(), "'");
  return result;
}

/// Whether a word leans on the word before it as the first one did not.
bool leans_anew(std::string_view source, std::string_view target) {
  const std::string before = plain(source), now = plain(target);
  const auto is_now = [&](const auto& clitic) { return clitic.first == now; };
  const auto stands_for = [&](const auto& clitic) {
    return is_now(clitic) && clitic.second == before;
  };
  return now != before && std::any_of(kClitics.begin(), kClitics.end(), is_now) &&
         std::none_of(kClitics.begin(), kClitics.end(), stands_for);
}

bool is_definite(std::string_view word) {
  return word == "the" || word == "this" || word == "that" || word == "these" || word == "those";
}
bool is_indefinite(std::string_view word) {
  return word == "a" || word == "an" || word == "some" || word == "any";
}

/// Compares one pair after the other; keeps its memory.
class Comparison {
 public:
  explicit Comparison(const Knowledge& knowledge) : knowledge_(knowledge) {}

  void add(std::string_view source, std::string_view target, Likenesses& result) {
    split(source, source_);
    split(target, target_);
    result.redundant.push_back(is_redundant());
    if (result.redundant.back()) {
      result.values.resize(result.values.size() + kLikenesses.size(), 0.0f);
      result.disagrees.push_back(0);
      result.opposite.push_back(0);
      return;
    }
    find_changes();
    const Words content_removed = content(removed_), content_added = content(added_);
    const std::string before = joined(removed_), after = joined(added_);
    const Senses senses = compare_senses(source, target, before, after, joined(content_removed),
                                         joined(content_added));
    const auto count = [](const Words& words) { return static_cast<float>(words.size()); };
    const float functional_removed = count(removed_) - count(content_removed);
    const float functional_added = count(added_) - count(content_added);
    const bool single = content_removed.size() == 1 && content_added.size() == 1;
    for (const float value : {
             count(source_) - count(removed_),
             count(removed_),
             count(added_),
             std::abs(count(source_) - count(target_)),
             truth(removed_.size() == 1 && added_.size() == 1),
             truth(removed_.empty()),
             truth(added_.empty()),
             count(content_removed),
             count(content_added),
             truth(!content_removed.empty() && content_added.empty()),
             truth(content_removed.empty() && !content_added.empty()),
             functional_removed,
             functional_added,
             truth(is_functional(source_.front()) != is_functional(target_.front())),
             truth(is_functional(source_.back()) != is_functional(target_.back())),
             truth(personal(removed_) || personal(added_)),
             similarity(source, target),
             removed_.empty() || added_.empty() ? 0.0f : similarity(before, after),
             share_of_lemmas(),
             share_of_stems(content_removed, content_added),
             truth(single && share_a_lemma(content_removed[0], content_added[0])),
             truth(senses.known),
             truth(senses.same),
             senses.share,
             truth(senses.near),
             truth(senses.known && !senses.same && !senses.near),
         })
      result.values.push_back(value);
    result.disagrees.push_back(disagree());
    result.opposite.push_back(senses.opposite);
  }

 private:
  struct Senses {
    bool known = false, same = false, near = false, opposite = false;
    float share = 0;
  };

  bool is_redundant() const {
    return source_.size() > 1 && target_.size() > 1 &&
           (source_.front() == target_.front() || source_.back() == target_.back());
  }

  static float truth(bool value) { return value ? 1.0f : 0.0f; }
  bool is_functional(std::string_view word) const { return knowledge_.word(word).functional; }

  Words content(const Words& words) const {
    Words result;
    for (const std::string_view word : words)
      if (!is_functional(word)) result.push_back(word);
    return result;
  }
  bool personal(const Words& words) const {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return knowledge_.word(word).personal; });
  }
  static std::string joined(const Words& words) {
    std::string result;
    for (const std::string_view word : words) {
      if (!result.empty()) result += ' ';
      result += word;
    }
    return result;
  }

  /// What is removed and added around a longest common subsequence.
  void find_changes() {
    const std::size_t rows = source_.size() + 1, columns = target_.size() + 1;
    lengths_.assign(rows * columns, 0);
    const auto length = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
      return lengths_[i * columns + j];
    };
    for (std::size_t i = rows - 1; i-- > 0;)
      for (std::size_t j = columns - 1; j-- > 0;)
        length(i, j) = source_[i] == target_[j] ? length(i + 1, j + 1) + 1
                                                : std::max(length(i + 1, j), length(i, j + 1));
    removed_.clear();
    added_.clear();
    std::size_t i = 0, j = 0;
    while (i < source_.size() || j < target_.size()) {
      if (i < source_.size() && j < target_.size() && source_[i] == target_[j]) {
        ++i, ++j;
      } else if (j == target_.size() ||
                 (i < source_.size() && length(i + 1, j) >= length(i, j + 1))) {
        removed_.push_back(source_[i++]);
      } else {
        added_.push_back(target_[j++]);
      }
    }
  }

  float similarity(std::string_view one, std::string_view other) {
    distances_.resize(other.size() + 1);
    for (std::size_t j = 0; j <= other.size(); ++j) distances_[j] = static_cast<std::uint32_t>(j);
    for (std::size_t i = 0; i < one.size(); ++i) {
      std::uint32_t diagonal = distances_[0]++;
      for (std::size_t j = 0; j < other.size(); ++j) {
        const std::uint32_t replaced = diagonal + (one[i] != other[j]);
        diagonal = distances_[j + 1];
        distances_[j + 1] = std::min(replaced, std::min(distances_[j], diagonal) + 1);
      }
    }
    return 1.0f - static_cast<float>(distances_.back()) /
                      static_cast<float>(std::max({one.size(), other.size(), std::size_t{1}}));
  }

  bool share_a_lemma(std::string_view one, std::string_view other) const {
    if (one == other) return true;
    const auto& a = knowledge_.word(one).lemmas;
    const auto& b = knowledge_.word(other).lemmas;
    const auto has = [](const std::vector<std::string>& lemmas, std::string_view lemma) {
      return std::find(lemmas.begin(), lemmas.end(), lemma) != lemmas.end();
    };
    return has(a, other) || has(b, one) ||
           std::any_of(a.begin(), a.end(), [&](const std::string& lemma) { return has(b, lemma); });
  }

  float share_of_lemmas() const {
    const Words a = content(source_), b = content(target_);
    if (a.empty() || b.empty()) return 0;
    const auto shared = std::count_if(a.begin(), a.end(), [&](std::string_view one) {
      return std::any_of(b.begin(), b.end(),
                         [&](std::string_view other) { return share_a_lemma(one, other); });
    });
    return std::min(1.0f,
                    static_cast<float>(shared) / static_cast<float>(std::min(a.size(), b.size())));
  }

  static float share_of_stems(const Words& a, const Words& b) {
    if (a.empty() || b.empty()) return 0;
    const auto shared = std::count_if(a.begin(), a.end(), [&](std::string_view one) {
      return std::any_of(b.begin(), b.end(),
                         [&](std::string_view other) { return share_a_stem(one, other); });
    });
    return std::min(1.0f,
                    static_cast<float>(shared) / static_cast<float>(std::min(a.size(), b.size())));
  }

  /// The senses of a phrase whose first or last word may be inflected; in order, each once.
  const std::vector<Sense>& senses_of(std::string_view phrase, std::vector<Sense>& senses) {
    senses.clear();
    const auto add = [&](std::string_view text) {
      const auto found = knowledge_.senses(text);
      senses.insert(senses.end(), found.begin(), found.end());
    };
    add(phrase);
    const std::size_t first = std::min(phrase.find(' '), phrase.size());
    for (const std::string& lemma : knowledge_.word(phrase.substr(0, first)).lemmas) {
      phrase_ = lemma;
      phrase_ += phrase.substr(first);
      add(phrase_);
    }
    if (first < phrase.size()) {
      const std::size_t last = phrase.rfind(' ') + 1;
      for (const std::string& lemma : knowledge_.word(phrase.substr(last)).lemmas) {
        phrase_ = phrase.substr(0, last);
        phrase_ += lemma;
        add(phrase_);
      }
    }
    std::sort(senses.begin(), senses.end());
    senses.erase(std::unique(senses.begin(), senses.end()), senses.end());
    return senses;
  }

  /// Of the phrases, of what changes, and of the content that changes: whatever is nearest.
  Senses compare_senses(std::string_view source, std::string_view target, std::string_view removed,
                        std::string_view added, std::string_view content_removed,
                        std::string_view content_added) {
    Senses result;
    add_senses(source, target, result);
    if (removed != source || added != target) add_senses(removed, added, result);
    if (content_removed != removed || content_added != added)
      add_senses(content_removed, content_added, result);
    return result;
  }

  void add_senses(std::string_view source, std::string_view target, Senses& result) {
    if (source.empty() || target.empty()) return;
    const auto& a = senses_of(source, source_senses_);
    if (a.empty()) return;
    const auto& b = senses_of(target, target_senses_);
    if (b.empty()) return;
    result.known = true;
    const auto among = [&](Sense sense) { return std::binary_search(b.begin(), b.end(), sense); };
    const auto any_among = [&](std::span<const Sense> senses) {
      return std::any_of(senses.begin(), senses.end(), among);
    };
    std::size_t shared = 0;
    for (const Sense one : a) {
      shared += among(one);
      result.near = result.near || any_among(knowledge_.near(one));
      result.opposite = result.opposite || any_among(knowledge_.opposites(one));
    }
    result.same = result.same || shared > 0;
    result.share = std::max(result.share, static_cast<float>(shared) /
                                              static_cast<float>(std::min(a.size(), b.size())));
  }

  bool disagree() {
    const std::string_view before = source_.front(), now = target_.front();
    if (leans_anew(before, now) || (is_definite(before) && is_indefinite(now)) ||
        (is_indefinite(before) && is_definite(now)))
      return true;
    find_signatures(source_, source_signatures_);
    find_signatures(target_, target_signatures_);
    return std::none_of(
        source_signatures_.begin(), source_signatures_.end(), [&](std::uint32_t one) {
          return std::find(target_signatures_.begin(), target_signatures_.end(), one) !=
                 target_signatures_.end();
        });
  }

  /// The numbers of the signatures that a phrase can have, of the likeliest classes if they are
  /// many.
  void find_signatures(const Words& words, std::vector<std::uint32_t>& found) {
    ways_.assign(1, {});
    for (const std::string_view word : words) {
      const std::string& classes = knowledge_.word(word).classes;
      const std::size_t before = ways_.size();
      for (std::size_t i = 1; i < classes.size() && ways_.size() < kWays; ++i)
        for (std::size_t way = 0; way < before && ways_.size() < kWays; ++way)
          ways_.push_back(ways_[way] + classes[i]);
      for (std::size_t way = 0; way < before; ++way)
        ways_[way] += classes.empty() ? kUnknown : classes[0];
    }
    found.clear();
    for (const std::string& way : ways_) {
      const auto [known, is_new] = signature_of_way_.try_emplace(way, 0);
      if (is_new)
        known->second = signatures_
                            .try_emplace(signature_of(way, Detail::kFine),
                                         static_cast<std::uint32_t>(signatures_.size()))
                            .first->second;
      found.push_back(known->second);
    }
  }

  const Knowledge& knowledge_;
  Words source_, target_, removed_, added_;
  std::vector<std::uint32_t> lengths_, distances_;
  std::vector<Sense> source_senses_, target_senses_;
  std::string phrase_;
  std::vector<std::string> ways_;  // classes of the words of a phrase
  std::unordered_map<std::string, std::uint32_t> signature_of_way_, signatures_;
  std::vector<std::uint32_t> source_signatures_, target_signatures_;
};

}  // namespace

Likenesses compare_phrases(const TextsView& sources, const TextsView& targets,
                           const Knowledge& knowledge, unsigned threads) {
  if (sources.size() != targets.size()) throw Error("there must be as many targets as sources");
  Likenesses result;
  const std::size_t batches = (sources.size() + kBatch - 1) / kBatch;
  for_each_in_order(
      batches, threads,
      [&](std::size_t batch) {
        Likenesses part;
        Comparison comparison(knowledge);
        const std::size_t end = std::min(sources.size(), (batch + 1) * kBatch);
        for (std::size_t row = batch * kBatch; row < end; ++row)
          comparison.add(sources[row], targets[row], part);
        return part;
      },
      [&](std::size_t, Likenesses&& part) {
        const auto append = [](auto& all, const auto& more) {
          all.insert(all.end(), more.begin(), more.end());
        };
        append(result.values, part.values);
        append(result.disagrees, part.disagrees);
        append(result.opposite, part.opposite);
        append(result.redundant, part.redundant);
      });
  return result;
}

}  // namespace ow
