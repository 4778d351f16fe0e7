#include "context/features.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/hash.h"
#include "units/reading.h"

namespace ow::context {
namespace {

constexpr double kMostOdds = 6.0;        // log-odds beyond these say no more
constexpr std::size_t kMostAround = 12;  // content words that are looked at
constexpr std::size_t kNear = 10;        // tokens within which a repetition shows

/// The numbers of a unit, by their places.
enum Number : std::size_t {
  kBias,
  kOdds,                                 // of the table's score
  kOriginFirst,                          // one a way that tables come about
  kOddsFirst = kOriginFirst + kOrigins,  // the odds again, by origin
  kGrade = kOddsFirst + kOrigins,        // log-odds of the share that its grade says
  kGradeSquared,
  kGraded,
  kOthers,      // tables that offer the same besides
  kOtherOdds,   // the best of their odds
  kRivals,      // log of how many targets its span has
  kBehindBest,  // how far its score is behind the best of these
  kGained,
  kLost,
  kGainFirst,
  kGainInside,
  kGainBehind,
  kSourceRarity,
  kTargetRarity,
  kRarer,
  kSourceWords,
  kTargetWords,
  kLonger,
  kShorter,
  kCommon,        // words that both have
  kOldWords,      // of the source without what both begin and end with
  kNewWords,      // likewise of the target
  kLeftBond,      // how much more the word before makes the source likely than it is
  kLeftNewBond,   // likewise the target
  kRightBond,     // how much more the source makes the next word likely
  kRightNewBond,  // likewise the target
  kFirstFits,     // the first new word can have the tag of the first old one
  kLastFits,
  kFirstTagged,  // tags of the first new word are known
  kLastTagged,
  kRepeats,   // a new word that stands near already
  kAdjacent,  // one that stands right beside
  kAtBegin,
  kAtEnd,
  kLength,
  kLeftProtected,
  kRightProtected,
  kWholeTree,   // nothing outside depends on anything but its head
  kDependents,  // outside, of its words
  kIsRoot,
  kBeforeParticle,  // a preposition, a particle or `to` follows
  kUnknownTarget,   // a word that the language model does not know
  kUnknownSource,
  kCarried,       // share of target words that come from the source
  kBytes,         // growth
  kAlike,         // letters that the first old and the first new word begin with
  kOldContent,    // share of content words
  kAlikeMeaning,  // cosine of what goes and what comes
  kOldCompany,    // cosine of what goes and the content words around
  kNewCompany,    // likewise what comes
  kOldBeside,     // likewise with the words beside
  kNewBeside,
  kNumberCount
};
static_assert(kNumberCount <= kNumbers);

double odds_of(double log_probability) {
  const double p = std::min(log_probability, -1e-6);
  return std::clamp(p - std::log(-std::expm1(p)), -kMostOdds, kMostOdds);
}

float bounded(double number, double most) {
  return static_cast<float>(std::clamp(number, -most, most));
}

/// What a feature is about; parts of its hash.
enum class About : std::uint64_t {
  kWord = 1,
  kPhrase,
  kSuffix,
  kPair,
  kEdit,
  kTags,
  kContextWord,
  kLeft1,
  kLeft2,
  kRight1,
  kRight2,
  kLeftTag,
  kRightTag,
  kGovernor,
  kGovernorTag,
  kRelation,
  kDependent,
  kPairAlone,
  kPairLeft,
  kPairRight,
  kPairLeftTag,
  kPairRightTag,
  kPairGovernor,
  kPairTags,
  kPairDependent,
  kPairAround,
  kEditTags,
  kEditLeftTag,
  kEditRightTag,
  kNewLeft,
  kNewRight,
  kOldLeft,
  kOldRight,
  kTagsSuffix,
  kLeftSuffix,
  kNewGovernor,
  kOriginTags,
  kStem,
  kStems,
  kStemsGovernor,
  kStemsDependent,
  kStemsLeft,
  kStemsRight,
  kStemsAround,
  kNewDependentTag
};

std::uint64_t feature(About about, std::uint64_t a, std::uint64_t b = 0) {
  return mix(mix(static_cast<std::uint64_t>(about) * 0x9e3779b97f4a7c15ULL + a) ^
             (b * 0xc2b2ae3d27d4eb4fULL));
}

std::uint64_t join(std::uint64_t so_far, std::uint64_t next) {
  return mix(so_far * 0x9e3779b97f4a7c15ULL + next);
}

/// A word without the commonest endings, so that what is learnt of one form holds for others.
std::string_view stem(std::string_view word) {
  constexpr std::size_t kLeast = 3;  // letters that stay
  for (const std::string_view ending : {"ing", "ed", "es", "s", "e", "d"})
    if (word.size() >= ending.size() + kLeast && word.ends_with(ending))
      return word.substr(0, word.size() - ending.size());
  return word;
}

constexpr std::uint64_t kOutside = 0x5bd1e995;  // stands for what is beyond the ends

bool is_content(std::string_view tag) {
  return tag.starts_with("NN") || tag.starts_with("VB") || tag.starts_with("JJ") ||
         tag.starts_with("RB") || tag == "CD";
}

}  // namespace

void Features::clear() {
  numbers.clear();
  bag_offsets.assign(1, 0);
  bag_rows.clear();
  weight_offsets.assign(1, 0);
  weight_rows.clear();
}

/// What is worked out once for all units of a batch, and the unit at hand.
class FeatureMaker::Batch {
 public:
  Batch(const FeatureMaker& maker, const Units& units, std::span<const TableTraits> tables,
        Features& to)
      : maker_(maker), units_(units), tables_(tables), to_(to), reading_(units, maker.model_) {
    const std::size_t words = units.words.size();
    hashes_.reserve(words);
    for (BatchWord word = 0; word < words; ++word) {
      const std::string_view text = units.text(word);
      hashes_.push_back(hash_word(text));
      const std::size_t cut = std::min<std::size_t>(text.size(), 3);
      suffixes_.push_back(hash_word(text.substr(text.size() - cut)));
      stems_.push_back(hash_word(stem(text)));
    }
    unigrams_.assign(words, NAN);
    looked_up_.assign(words, 0);
    meanings_.resize(words);
    tags_.assign(words, -1);
    for (std::size_t bit = 0; bit < maker.tag_names_.size(); ++bit) {
      const std::string& name = maker.tag_names_[bit];
      if (const auto word = units.words.find({name.data(), name.size()}))
        tags_[*word] = static_cast<std::int8_t>(bit);
    }
  }

  void begin_sentence(std::size_t sentence) {
    reading_.read(sentence);
    tokens_ = units_.tokens(sentence);
    first_ = static_cast<std::size_t>(units_.token_offsets[sentence]);
    const auto begin = units_.unit_offsets[sentence], end = units_.unit_offsets[sentence + 1];
    find_children();
    spans_.clear();
    offers_.clear();
    for (auto unit = begin; unit < end; ++unit) {
      const auto row = static_cast<std::size_t>(unit);
      Span& span = spans_[{units_.begin[row], units_.end[row]}];
      ++span.count;
      span.best = std::max(span.best, units_.score[row]);
      Offer& offer = offers_[change_of(row)];
      ++offer.count;
      const double odds = odds_of(units_.score[row]);
      if (odds > offer.best) {
        offer.second = offer.best;
        offer.best = odds;
      } else {
        offer.second = std::max(offer.second, odds);
      }
    }
  }

  void add(std::size_t unit) {
    unit_ = unit;
    begin_ = static_cast<std::size_t>(units_.begin[unit]);
    end_ = static_cast<std::size_t>(units_.end[unit]);
    source_ = units_.source(unit);
    target_ = units_.target(unit);
    find_edit();
    find_tree();
    numbers_.fill(0.0f);
    describe_table();
    describe_fluency();
    describe_form();
    describe_place();
    find_around();
    describe_meaning();
    to_.numbers.insert(to_.numbers.end(), numbers_.begin(), numbers_.end());
    fill_bags();
    fill_weights();
  }

 private:
  struct Span {
    int count = 0;
    double best = -HUGE_VAL;
  };
  struct Offer {
    int count = 0;
    double best = -kMostOdds, second = -kMostOdds;
  };

  std::uint64_t change_of(std::size_t unit) const {
    std::uint64_t hash = feature(About::kPair, static_cast<std::uint64_t>(units_.begin[unit]),
                                 static_cast<std::uint64_t>(units_.end[unit]));
    for (const BatchWord word : units_.target(unit)) hash = join(hash, hashes_[word]);
    return hash;
  }

  /// What is left of source and target without what both begin and end with. Where nothing is left
  /// of one of them, the word before or behind stays on both sides.
  void find_edit() {
    const std::size_t shorter = std::min(source_.size(), target_.size());
    std::size_t left = 0, right = 0;
    while (left < shorter && source_[left] == target_[left]) ++left;
    while (right < shorter - left &&
           source_[source_.size() - 1 - right] == target_[target_.size() - 1 - right])
      ++right;
    if (left + right == shorter && left > 0)
      --left;
    else if (left + right == shorter && right > 0)
      --right;
    old_ = source_.subspan(left, source_.size() - left - right);
    new_ = target_.subspan(left, target_.size() - left - right);
    old_begin_ = begin_ + left;
    old_end_ = end_ - right;
  }

  std::int32_t head(std::size_t token) const { return units_.token_heads[first_ + token]; }
  bool inside(std::int32_t token) const {
    return token >= static_cast<std::int32_t>(old_begin_) &&
           token < static_cast<std::int32_t>(old_end_);
  }

  /// The head of what changes, and the words outside that depend on it.
  void find_tree() {
    head_ = old_begin_;
    for (std::size_t token = old_begin_; token < old_end_; ++token) {
      if (!inside(head(token)) || head(token) == static_cast<std::int32_t>(token)) {
        head_ = token;
        break;
      }
    }
    dependents_.clear();
    whole_ = true;
    for (std::size_t token = old_begin_; token < old_end_; ++token) {
      for (std::uint32_t k = child_offsets_[token]; k < child_offsets_[token + 1]; ++k) {
        const std::uint32_t child = children_[k];
        if (inside(static_cast<std::int32_t>(child))) continue;
        dependents_.push_back(child);
        whole_ &= token == head_;
      }
    }
    std::sort(dependents_.begin(), dependents_.end());
  }

  /// The words that depend on each word of the sentence.
  void find_children() {
    const std::size_t count = tokens_.size();
    child_offsets_.assign(count + 1, 0);
    for (std::size_t token = 0; token < count; ++token)
      if (head(token) != static_cast<std::int32_t>(token))
        ++child_offsets_[static_cast<std::size_t>(head(token)) + 1];
    for (std::size_t token = 0; token < count; ++token)
      child_offsets_[token + 1] += child_offsets_[token];
    children_.resize(child_offsets_[count]);
    next_child_ = child_offsets_;
    for (std::uint32_t token = 0; token < count; ++token)
      if (head(token) != static_cast<std::int32_t>(token))
        children_[next_child_[static_cast<std::size_t>(head(token))]++] = token;
  }

  BatchWord tag(std::size_t token) const { return units_.token_tags[first_ + token]; }
  std::string_view tag_text(std::size_t token) const { return units_.text(tag(token)); }
  BatchWord lemma(std::size_t token) const {
    return units_.token_lemmas.empty() ? tokens_[token] : units_.token_lemmas[first_ + token];
  }
  std::uint64_t relation(std::size_t token) const {
    return units_.token_relations.empty() ? 0 : hashes_[units_.token_relations[first_ + token]];
  }
  bool is_protected(std::size_t token) const { return units_.token_protected[first_ + token] != 0; }

  double unigram(BatchWord word) {
    if (std::isnan(unigrams_[word]))
      unigrams_[word] =
          maker_.model_.step(lm::Model::empty_state(), units_.lm_words[word]).log10 * lm::kLn10;
    return unigrams_[word];
  }
  bool is_unknown(BatchWord word) const {
    return units_.lm_words[word] == maker_.model_.info().unknown;
  }

  void set(std::size_t number, double value, double most) {
    numbers_[number] = bounded(value, most);
  }

  void describe_table() {
    const TableTraits& traits = tables_[static_cast<std::size_t>(units_.table[unit_])];
    const auto origin = static_cast<std::size_t>(traits.origin);
    const double odds = odds_of(units_.score[unit_]);
    set(kBias, 1.0, 1.0);
    set(kOdds, odds, kMostOdds);
    set(kOriginFirst + origin, 1.0, 1.0);
    set(kOddsFirst + origin, odds, kMostOdds);
    if (traits.grade >= 0) {
      const auto scores = units_.scores(unit_);
      const double grade = odds_of(scores[static_cast<std::size_t>(traits.grade)]);
      set(kGrade, grade, kMostOdds);
      set(kGradeSquared, 0.2 * grade * grade, kMostOdds);
      set(kGraded, 1.0, 1.0);
    }
    const Offer& offer = offers_[change_of(unit_)];
    if (offer.count > 1) {
      set(kOthers, offer.count - 1, 3.0);
      set(kOtherOdds, odds < offer.best ? offer.best : offer.second, kMostOdds);
    }
    const Span& span = spans_[{units_.begin[unit_], units_.end[unit_]}];
    set(kRivals, std::log(static_cast<double>(span.count)), 5.0);
    set(kBehindBest, span.best - units_.score[unit_], 5.0);
  }

  void describe_fluency() {
    ReadingParts old;
    const ReadingParts parts = reading_.replaced(begin_, end_, target_, old);
    const double gain = lm::kLn10 * (parts.sum() - old.sum());
    set(kGained, 0.5 * std::max(gain, 0.0), 8.0);
    set(kLost, 0.5 * std::min(gain, 0.0), 8.0);
    set(kGainFirst, 0.5 * lm::kLn10 * (parts.first - old.first), 8.0);
    set(kGainInside, 0.5 * lm::kLn10 * (parts.inside - old.inside), 8.0);
    set(kGainBehind, 0.5 * lm::kLn10 * (parts.behind - old.behind), 8.0);
    double rarity = 0.0, new_rarity = 0.0;
    for (const BatchWord word : old_) rarity -= unigram(word);
    for (const BatchWord word : new_) new_rarity -= unigram(word);
    const auto mean = [](double sum, std::size_t count) {
      return count == 0 ? 0.0 : sum / static_cast<double>(count);
    };
    set(kSourceRarity, 0.2 * mean(rarity, old_.size()), 5.0);
    set(kTargetRarity, 0.2 * mean(new_rarity, new_.size()), 5.0);
    set(kRarer, 0.3 * (mean(new_rarity, new_.size()) - mean(rarity, old_.size())), 5.0);
    set(kLeftBond, 0.4 * (lm::kLn10 * old.first - unigram(source_.front())), 5.0);
    if (!target_.empty())
      set(kLeftNewBond, 0.4 * (lm::kLn10 * parts.first - unigram(target_.front())), 5.0);
    if (end_ < tokens_.size()) {
      const WordId next = units_.lm_words[tokens_[end_]];
      const double alone = unigram(tokens_[end_]);
      set(kRightBond, 0.4 * (lm::kLn10 * bigram(source_.back(), next) - alone), 5.0);
      if (!target_.empty())
        set(kRightNewBond, 0.4 * (lm::kLn10 * bigram(target_.back(), next) - alone), 5.0);
    }
    set(kUnknownTarget,
        std::any_of(new_.begin(), new_.end(), [&](BatchWord word) { return is_unknown(word); }),
        1.0);
    set(kUnknownSource,
        std::any_of(old_.begin(), old_.end(), [&](BatchWord word) { return is_unknown(word); }),
        1.0);
  }

  double bigram(BatchWord before, WordId next) const {
    const auto state = maker_.model_.step(lm::Model::empty_state(), units_.lm_words[before]).next;
    return maker_.model_.step(state, next).log10;
  }

  /// 1 if a word can have the tag of a token, 0 if not.
  bool fits(BatchWord word, std::size_t token) const {
    const std::int8_t bit = tags_[tag(token)];
    return bit >= 0 && (maker_.word_tags_.find(hashes_[word]) >> bit & 1) != 0;
  }

  void describe_form() {
    const double words = static_cast<double>(source_.size());
    const double new_words = static_cast<double>(target_.size());
    set(kSourceWords, 0.5 * words, 4.0);
    set(kTargetWords, 0.5 * new_words, 4.0);
    set(kLonger, std::max(new_words - words, 0.0), 4.0);
    set(kShorter, std::max(words - new_words, 0.0), 4.0);
    set(kOldWords, 0.5 * static_cast<double>(old_.size()), 4.0);
    set(kNewWords, 0.5 * static_cast<double>(new_.size()), 4.0);
    std::size_t common = 0, content = 0;
    for (const BatchWord word : target_)
      common += std::find(source_.begin(), source_.end(), word) != source_.end();
    for (std::size_t token = old_begin_; token < old_end_; ++token)
      content += is_content(tag_text(token));
    set(kCommon, 0.5 * static_cast<double>(common), 4.0);
    if (!old_.empty())
      set(kOldContent, static_cast<double>(content) / static_cast<double>(old_.size()), 1.0);
    if (!old_.empty() && !new_.empty()) {
      set(kFirstFits, fits(new_.front(), old_begin_), 1.0);
      set(kLastFits, fits(new_.back(), old_end_ - 1), 1.0);
      set(kFirstTagged, maker_.word_tags_.find(hashes_[new_.front()]) != 0, 1.0);
      set(kLastTagged, maker_.word_tags_.find(hashes_[new_.back()]) != 0, 1.0);
      const std::string_view a = units_.text(old_.front()), b = units_.text(new_.front());
      const std::size_t most = std::min(a.size(), b.size());
      std::size_t same = 0;
      while (same < most && a[same] == b[same]) ++same;
      set(kAlike, most == 0 ? 0.0 : static_cast<double>(same) / static_cast<double>(most), 1.0);
    }
    std::size_t carried = 0;
    for (const std::int32_t token : units_.tokens_in_target(unit_)) carried += token >= 0;
    if (!target_.empty()) set(kCarried, static_cast<double>(carried) / new_words, 1.0);
    set(kBytes, 0.1 * (units_.target_bytes[unit_] - units_.source_bytes[unit_]), 4.0);
  }

  void describe_place() {
    const std::size_t from = old_begin_ > kNear ? old_begin_ - kNear : 0;
    const std::size_t to = std::min(tokens_.size(), old_end_ + kNear);
    for (const BatchWord word : new_) {
      if (std::find(old_.begin(), old_.end(), word) != old_.end()) continue;
      if (unigram(word) > -6.0) continue;  // words that any sentence repeats
      for (std::size_t token = from; token < to; ++token) {
        if (inside(static_cast<std::int32_t>(token))) continue;
        if (tokens_[token] == word) set(kRepeats, 1.0, 1.0);
      }
    }
    if (!new_.empty()) {
      const bool left = old_begin_ > 0 && tokens_[old_begin_ - 1] == new_.front();
      const bool right = old_end_ < tokens_.size() && tokens_[old_end_] == new_.back();
      set(kAdjacent, left || right, 1.0);
    }
    set(kAtBegin, begin_ == 0, 1.0);
    set(kAtEnd, end_ == tokens_.size() || !is_word(tokens_[end_]), 1.0);
    set(kLength, 0.3 * std::log(static_cast<double>(tokens_.size())), 4.0);
    set(kLeftProtected, begin_ > 0 && is_protected(begin_ - 1), 1.0);
    set(kRightProtected, end_ < tokens_.size() && is_protected(end_), 1.0);
    set(kWholeTree, whole_, 1.0);
    set(kDependents, 0.5 * static_cast<double>(dependents_.size()), 4.0);
    set(kIsRoot, head(head_) == static_cast<std::int32_t>(head_), 1.0);
    if (end_ < tokens_.size()) {
      const std::string_view next = tag_text(end_);
      set(kBeforeParticle, next == "IN" || next == "RP" || next == "TO", 1.0);
    }
  }

  /// How well what goes and what comes go with the words around and beside.
  void describe_meaning() {
    if (maker_.meanings_.dimensions() == 0) return;
    const auto sum_of = [&](MeaningSum& sum, const auto& words) {
      sum.clear(maker_.meanings_.dimensions());
      for (const BatchWord word : words) sum.add(meaning(word));
    };
    sum_of(old_meaning_, old_);
    sum_of(new_meaning_, new_);
    around_words_.clear();
    for (const std::size_t token : around_tokens_) around_words_.push_back(tokens_[token]);
    sum_of(company_, around_words_);
    around_words_.clear();
    if (old_begin_ > 0) around_words_.push_back(tokens_[old_begin_ - 1]);
    if (old_end_ < tokens_.size()) around_words_.push_back(tokens_[old_end_]);
    sum_of(beside_, around_words_);
    set(kAlikeMeaning, 2.0 * old_meaning_.cosine(new_meaning_), 2.0);
    set(kOldCompany, 2.0 * old_meaning_.cosine(company_), 2.0);
    set(kNewCompany, 2.0 * new_meaning_.cosine(company_), 2.0);
    set(kOldBeside, 2.0 * old_meaning_.cosine(beside_), 2.0);
    set(kNewBeside, 2.0 * new_meaning_.cosine(beside_), 2.0);
  }

  std::span<const std::int8_t> meaning(BatchWord word) {
    if (!looked_up_[word]) {
      looked_up_[word] = 1;
      meanings_[word] = maker_.meanings_.find(hashes_[word]);
    }
    return meanings_[word];
  }

  bool is_word(BatchWord word) const {
    const std::string_view text = units_.text(word);
    return !text.empty() &&
           (static_cast<unsigned char>(text[0]) >= 0x80 || (text[0] >= 'a' && text[0] <= 'z') ||
            (text[0] >= 'A' && text[0] <= 'Z') || (text[0] >= '0' && text[0] <= '9'));
  }

  std::uint64_t phrase(std::span<const BatchWord> words) const {
    std::uint64_t hash = 17;
    for (const BatchWord word : words) hash = join(hash, hashes_[word]);
    return hash;
  }
  std::uint64_t stems(std::span<const BatchWord> words) const {
    std::uint64_t hash = 37;
    for (const BatchWord word : words) hash = join(hash, stems_[word]);
    return hash;
  }
  std::uint64_t tags_of(std::size_t begin, std::size_t end) const {
    std::uint64_t hash = 29;
    for (std::size_t token = begin; token < end; ++token) hash = join(hash, hashes_[tag(token)]);
    return hash;
  }
  /// The hash of a word at a distance from the span, counted from its ends.
  std::uint64_t word_at(std::ptrdiff_t place) const {
    return place < 0 || place >= static_cast<std::ptrdiff_t>(tokens_.size())
               ? kOutside
               : hashes_[tokens_[static_cast<std::size_t>(place)]];
  }
  std::uint64_t tag_at(std::ptrdiff_t place) const {
    return place < 0 || place >= static_cast<std::ptrdiff_t>(tokens_.size())
               ? kOutside
               : hashes_[tag(static_cast<std::size_t>(place))];
  }

  void bag(About about, std::uint64_t a, std::uint64_t b = 0) {
    to_.bag_rows.push_back(
        static_cast<std::uint32_t>(feature(about, a, b) & (maker_.sizes_.vectors - 1)));
  }
  void end_bag() { to_.bag_offsets.push_back(static_cast<std::int64_t>(to_.bag_rows.size())); }
  void weight(About about, std::uint64_t a, std::uint64_t b = 0) {
    to_.weight_rows.push_back(
        static_cast<std::uint32_t>(feature(about, a, b) & (maker_.sizes_.weights - 1)));
  }

  void find_around() {
    around_.clear();
    around_tokens_.clear();
    const auto take = [&](std::size_t token) {
      if (around_.size() < kMostAround && is_content(tag_text(token)))
        around_.push_back(hashes_[lemma(token)]);
      if (around_tokens_.size() < kMostAround && is_content(tag_text(token)))
        around_tokens_.push_back(token);
    };
    for (std::size_t distance = 1; distance < tokens_.size() && around_.size() < kMostAround;
         ++distance) {
      if (old_begin_ >= distance) take(old_begin_ - distance);
      if (old_end_ - 1 + distance < tokens_.size()) take(old_end_ - 1 + distance);
    }
  }

  void fill_bags() {
    const auto begin = static_cast<std::ptrdiff_t>(old_begin_);
    const auto end = static_cast<std::ptrdiff_t>(old_end_);
    for (const BatchWord word : old_) bag(About::kWord, hashes_[word]);
    for (std::size_t token = old_begin_; token < old_end_; ++token)
      bag(About::kContextWord, hashes_[lemma(token)]);
    for (const BatchWord word : old_) bag(About::kStem, stems_[word]);
    bag(About::kPhrase, phrase(old_));
    bag(About::kTags, tags_of(old_begin_, old_end_));
    end_bag();
    for (const BatchWord word : new_) bag(About::kWord, hashes_[word]);
    for (const BatchWord word : new_) bag(About::kStem, stems_[word]);
    bag(About::kPhrase, phrase(new_));
    if (!new_.empty()) bag(About::kSuffix, suffixes_[new_.back()]);
    bag(About::kPair, phrase(old_), phrase(new_));
    end_bag();
    bag(About::kLeft1, word_at(begin - 1));
    bag(About::kLeft2, word_at(begin - 2));
    bag(About::kContextWord, word_at(begin - 1));
    bag(About::kLeftTag, tag_at(begin - 1), tag_at(begin - 2));
    end_bag();
    bag(About::kRight1, word_at(end));
    bag(About::kRight2, word_at(end + 1));
    bag(About::kContextWord, word_at(end));
    bag(About::kRightTag, tag_at(end), tag_at(end + 1));
    end_bag();
    const auto governor = static_cast<std::size_t>(head(head_));
    bag(About::kRelation, relation(head_), hashes_[tag(head_)]);
    if (governor != head_) {
      bag(About::kGovernor, hashes_[lemma(governor)], relation(head_));
      bag(About::kGovernorTag, hashes_[tag(governor)]);
      bag(About::kContextWord, hashes_[lemma(governor)]);
    }
    for (const std::size_t token : dependents_) {
      bag(About::kDependent, hashes_[lemma(token)], relation(token));
      bag(About::kDependent, relation(token));
    }
    end_bag();
    for (const std::uint64_t word : around_) bag(About::kContextWord, word);
    end_bag();
  }

  void fill_weights() {
    const auto begin = static_cast<std::ptrdiff_t>(old_begin_);
    const auto end = static_cast<std::ptrdiff_t>(old_end_);
    const std::uint64_t pair = join(phrase(old_), phrase(new_));
    const std::uint64_t tags = tags_of(old_begin_, old_end_);
    weight(About::kPairAlone, pair);
    weight(About::kPairLeft, pair, word_at(begin - 1));
    weight(About::kPairRight, pair, word_at(end));
    weight(About::kPairLeftTag, pair, tag_at(begin - 1));
    weight(About::kPairRightTag, pair, tag_at(end));
    weight(About::kPairTags, pair, tags);
    const auto governor = static_cast<std::size_t>(head(head_));
    if (governor != head_) {
      weight(About::kPairGovernor, pair, hashes_[lemma(governor)]);
      weight(About::kNewGovernor, phrase(new_), hashes_[lemma(governor)]);
    }
    for (const std::size_t token : dependents_)
      weight(About::kPairDependent, pair, join(relation(token), hashes_[lemma(token)]));
    if (!new_.empty())  // whether a verb agrees with its subject
      for (const std::size_t token : dependents_)
        weight(About::kNewDependentTag, hashes_[new_.front()],
               join(relation(token), hashes_[tag(token)]));
    for (const std::uint64_t word : around_) weight(About::kPairAround, pair, word);
    const std::uint64_t both = join(stems(old_), stems(new_));
    weight(About::kStems, both);
    weight(About::kStemsLeft, both, word_at(begin - 1));
    weight(About::kStemsRight, both, word_at(end));
    if (governor != head_) weight(About::kStemsGovernor, both, hashes_[lemma(governor)]);
    for (const std::size_t token : dependents_)
      weight(About::kStemsDependent, both, join(relation(token), hashes_[lemma(token)]));
    for (const std::uint64_t word : around_) weight(About::kStemsAround, both, word);
    weight(About::kEditTags, phrase(new_), tags);
    const TableTraits& traits = tables_[static_cast<std::size_t>(units_.table[unit_])];
    weight(About::kOriginTags, tags, static_cast<std::uint64_t>(traits.origin));
    if (!new_.empty()) {
      weight(About::kNewLeft, hashes_[new_.front()], word_at(begin - 1));
      weight(About::kNewRight, hashes_[new_.back()], word_at(end));
      weight(About::kEditLeftTag, hashes_[new_.front()], tag_at(begin - 1));
      weight(About::kEditRightTag, hashes_[new_.back()], tag_at(end));
      weight(About::kTagsSuffix, tags, suffixes_[new_.back()]);
      weight(About::kLeftSuffix, tag_at(begin - 1), suffixes_[new_.front()]);
    }
    if (!old_.empty()) {
      weight(About::kOldLeft, hashes_[old_.front()], word_at(begin - 1));
      weight(About::kOldRight, hashes_[old_.back()], word_at(end));
    }
    to_.weight_offsets.push_back(static_cast<std::int64_t>(to_.weight_rows.size()));
  }

  const FeatureMaker& maker_;
  const Units& units_;
  std::span<const TableTraits> tables_;
  Features& to_;
  SentenceReading reading_;
  // By word of the batch.
  std::vector<std::uint64_t> hashes_, suffixes_, stems_;
  std::vector<double> unigrams_;
  std::vector<std::uint8_t> looked_up_;
  std::vector<std::span<const std::int8_t>> meanings_;
  std::vector<std::int8_t> tags_;  // the bit of a tag; below 0 for other words
  // Of the sentence at hand.
  std::span<const BatchWord> tokens_;
  std::size_t first_ = 0;
  std::map<std::pair<std::int32_t, std::int32_t>, Span> spans_;
  std::map<std::uint64_t, Offer> offers_;
  std::vector<std::uint32_t> child_offsets_, children_, next_child_;
  // Of the unit at hand: its span, and what of it changes.
  std::size_t unit_ = 0, begin_ = 0, end_ = 0, old_begin_ = 0, old_end_ = 0, head_ = 0;
  std::span<const BatchWord> source_, target_, old_, new_;
  std::vector<std::size_t> dependents_;
  std::vector<std::uint64_t> around_;  // lemmas
  std::vector<std::size_t> around_tokens_;
  std::vector<BatchWord> around_words_;
  MeaningSum old_meaning_, new_meaning_, company_, beside_;
  bool whole_ = true;
  std::array<float, kNumbers> numbers_{};
};

FeatureMaker::FeatureMaker(const lm::Model& model, const WordTags& word_tags,
                           std::span<const std::string> tag_names, const Meanings& meanings,
                           const TableSizes& sizes)
    : model_(model),
      word_tags_(word_tags),
      tag_names_(tag_names),
      meanings_(meanings),
      sizes_(sizes) {}

FeatureMaker::~FeatureMaker() = default;

void FeatureMaker::make(const Units& units, std::span<const TableTraits> tables,
                        std::span<const std::int64_t> rows, Features& to) {
  if (rows.empty()) return;
  // Columns of a batch are shorter where some of its sentences were not analysed.
  const auto of_all = [&](const auto& column) { return column.size() == units.token_words.size(); };
  if (!of_all(units.token_tags) || !of_all(units.token_heads) ||
      !(units.token_relations.empty() || of_all(units.token_relations)) ||
      !(units.token_lemmas.empty() || of_all(units.token_lemmas)))
    throw Error("confidence needs tags and heads of the sentences");
  Batch batch(*this, units, tables, to);
  std::int32_t sentence = -1;
  for (const std::int64_t row : rows) {
    const auto unit = static_cast<std::size_t>(row);
    if (unit >= units.size() || units.sentence[unit] < sentence)
      throw Error("units must be given in ascending order");
    const auto table = static_cast<std::size_t>(units.table[unit]);
    if (table >= tables.size() ||
        tables[table].grade >= static_cast<std::int32_t>(units.scores(unit).size()))
      throw Error("there must be traits for each table that fit its scores");
    if (units.sentence[unit] > sentence) {
      sentence = units.sentence[unit];
      batch.begin_sentence(static_cast<std::size_t>(sentence));
    }
    batch.add(unit);
  }
}

}  // namespace ow::context
