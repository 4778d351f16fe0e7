#include "clusters/exchange.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"

namespace ow {
namespace {

constexpr double kScale = 1 << 16;
constexpr std::uint64_t kTabled = 1 << 18;  // of f, which is asked for small numbers mostly

/// f, from a table where it can be.
class Function {
 public:
  Function() {
    for (std::uint64_t x = 0; x < kTabled; ++x) values_.push_back(fixed_point(x));
  }
  std::int64_t operator()(std::uint64_t x) const {
    return x < kTabled ? values_[x] : fixed_point(x);
  }

 private:
  std::vector<std::int64_t> values_;
};

/// A square of counts, of which each row knows where it is not 0.
class Counts {
 public:
  explicit Counts(std::uint32_t side)
      : side_(side),
        blocks_((side + 63) / 64),
        numbers_(std::size_t{side} * side),
        bits_(std::size_t{side} * blocks_) {}

  std::uint32_t at(std::uint32_t row, std::uint32_t column) const {
    return numbers_[std::size_t{row} * side_ + column];
  }
  void add(std::uint32_t row, std::uint32_t column, std::uint32_t number, bool take) {
    std::uint32_t& held = numbers_[std::size_t{row} * side_ + column];
    held = take ? held - number : held + number;
    const std::uint64_t bit = std::uint64_t{1} << (column % 64);
    std::uint64_t& block = bits_[std::size_t{row} * blocks_ + column / 64];
    block = held == 0 ? block & ~bit : block | bit;
  }
  /// Calls with each column of a row that is not 0, and its number.
  template <class Call>
  void for_each(std::uint32_t row, Call call) const {
    const std::uint32_t* numbers = numbers_.data() + std::size_t{row} * side_;
    const std::uint64_t* bits = bits_.data() + std::size_t{row} * blocks_;
    for (std::uint32_t block = 0; block < blocks_; ++block)
      for (std::uint64_t left = bits[block]; left != 0; left &= left - 1) {
        const auto column = block * 64 + static_cast<std::uint32_t>(std::countr_zero(left));
        call(column, numbers[column]);
      }
  }

 private:
  std::uint32_t side_, blocks_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint64_t> bits_;
};

/// How often words of each class stand on one side of a word.
class Profile {
 public:
  explicit Profile(std::uint32_t side) : counts_(side) {}

  /// Of all neighbours but the word itself; how often that is its own neighbour is kept apart.
  void fill(std::span<const Bigrams::Neighbour> neighbours, std::uint32_t word,
            const std::vector<std::uint32_t>& class_of) {
    for (const std::uint32_t each : touched_) counts_[each] = 0;
    touched_.clear();
    own_ = total_ = 0;
    for (const auto& [other, count] : neighbours) {
      total_ += count;
      if (other == word) {
        own_ = count;
        continue;
      }
      std::uint32_t& held = counts_[class_of[other]];
      if (held == 0) touched_.push_back(class_of[other]);
      held += count;
    }
  }
  const std::vector<std::uint32_t>& touched() const { return touched_; }
  std::uint32_t at(std::uint32_t number) const { return counts_[number]; }
  std::uint32_t own() const { return own_; }
  std::uint64_t total() const { return total_; }

 private:
  std::vector<std::uint32_t> counts_, touched_;
  std::uint32_t own_ = 0;
  std::uint64_t total_ = 0;
};

class Exchange {
 public:
  Exchange(const Bigrams& bigrams, std::uint32_t classes)
      : bigrams_(bigrams),
        classes_(classes),
        side_(classes + 2),
        by_first_(side_),
        by_second_(side_),
        first_(side_),
        second_(side_),
        before_(side_),
        behind_(side_),
        gains_(side_) {
    for (std::uint32_t word = 0; word < bigrams.size(); ++word) class_of_.push_back(word % classes);
    class_of_.push_back(classes);
    class_of_.push_back(classes + 1);
    for (std::uint32_t word = 0; word < class_of_.size(); ++word)
      for (const auto& [other, count] : bigrams.behind_of(word)) {
        add(class_of_[word], class_of_[other], count, false);
        first_[class_of_[word]] += count;
        second_[class_of_[other]] += count;
      }
  }

  /// Moves a word to its best class; whether that is another one.
  bool move(std::uint32_t word) {
    before_.fill(bigrams_.before_of(word), word, class_of_);
    behind_.fill(bigrams_.behind_of(word), word, class_of_);
    const std::uint32_t old = class_of_[word];
    place(old, true);
    compute_gains();
    std::uint32_t best = old;
    for (std::uint32_t each = 0; each < classes_; ++each)
      if (gains_[each] > gains_[best]) best = each;
    class_of_[word] = best;
    place(best, false);
    return best != old;
  }

  std::int64_t likelihood() const {
    std::int64_t sum = 0;
    for (std::uint32_t each = 0; each < side_; ++each) {
      by_first_.for_each(each, [&](std::uint32_t, std::uint32_t count) { sum += f_(count); });
      sum -= f_(first_[each]) + f_(second_[each]);
    }
    return sum;
  }

  std::vector<std::uint32_t> classes() const { return {class_of_.begin(), class_of_.end() - 2}; }

 private:
  void add(std::uint32_t one, std::uint32_t other, std::uint32_t count, bool take) {
    by_first_.add(one, other, count, take);
    by_second_.add(other, one, count, take);
  }

  /// Puts the bigrams of the word that the profiles are of into a class, or takes them out. How
  /// often its neighbours occur stays as it is.
  void place(std::uint32_t into, bool take) {
    for (const std::uint32_t each : before_.touched()) add(each, into, before_.at(each), take);
    for (const std::uint32_t each : behind_.touched()) add(into, each, behind_.at(each), take);
    if (behind_.own() != 0) add(into, into, behind_.own(), take);
    first_[into] = take ? first_[into] - behind_.total() : first_[into] + behind_.total();
    second_[into] = take ? second_[into] - before_.total() : second_[into] + before_.total();
  }

  /// What F gains when the word joins each class. A count of 0 in a row gains f(n) whatever the
  /// class, so that only the others are looked at.
  void compute_gains() {
    std::int64_t* gains = gains_.data();
    std::fill(gains_.begin(), gains_.end(), 0);
    const auto look = [&](const Counts& counts, const Profile& profile) {
      for (const std::uint32_t each : profile.touched()) {
        const std::uint32_t n = profile.at(each);
        const std::int64_t alone = f_(n);
        counts.for_each(each, [&](std::uint32_t other, std::uint32_t x) {
          gains[other] += f_(std::uint64_t{x} + n) - f_(x) - alone;
        });
      }
    };
    look(by_first_, before_);
    look(by_second_, behind_);
    for (std::uint32_t each = 0; each < classes_; ++each) {
      gains[each] -= f_(first_[each] + behind_.total()) - f_(first_[each]) +
                     f_(second_[each] + before_.total()) - f_(second_[each]);
      // Bigrams within the class come from both sides, and from the word behind itself.
      const std::uint64_t l = before_.at(each), r = behind_.at(each), own = behind_.own();
      if (own == 0 && (l == 0 || r == 0)) continue;
      const std::uint64_t x = by_first_.at(each, each);
      gains[each] += f_(x + l + r + own) - f_(x + l) - f_(x + r) + f_(x);
    }
  }

  const Bigrams& bigrams_;
  std::uint32_t classes_, side_;
  Function f_;
  Counts by_first_, by_second_;
  std::vector<std::uint64_t> first_, second_;  // N(g, .) and N(., h)
  std::vector<std::uint32_t> class_of_;        // of words, the boundary and rare words
  Profile before_, behind_;
  std::vector<std::int64_t> gains_;
};

}  // namespace

std::int64_t fixed_point(std::uint64_t x) {
  if (x < 2) return 0;
  const auto number = static_cast<double>(x);
  return std::llround(kScale * number * std::log2(number));
}

WordClasses exchange(const Bigrams& bigrams, const ExchangeOptions& options) {
  if (options.classes == 0 || options.classes > kMostClasses)
    throw Error("word clusters have from 1 to " + std::to_string(kMostClasses) + " classes");
  Exchange state(bigrams, options.classes);
  WordClasses result;
  while (result.moves.size() < options.rounds && (result.moves.empty() || result.moves.back())) {
    std::uint64_t moves = 0;
    for (std::uint32_t word = 0; word < bigrams.size(); ++word) {
      if (word % 64 == 0 && options.pulse) options.pulse();
      moves += state.move(word);
    }
    result.moves.push_back(moves);
  }
  result.of_word = state.classes();
  result.likelihood = state.likelihood();
  return result;
}

}  // namespace ow
