#include "extract/pair_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "base/parallel.h"

namespace ow {
namespace {

constexpr std::size_t kCellsInMemory = std::size_t{1} << 24;  // of each direction
constexpr double kLeastCount = 0.01;                          // that is worth to be remembered
constexpr std::size_t kTasks = 64;  // pieces of work for all threads, whatever their number

/// A share of a total, not below `floor`.
float share(double count, double total, float floor) {
  return total > 0 ? std::max(floor, static_cast<float>(count / total)) : floor;
}

/// Cuts [0, size) where the running sum of weights passes equal parts.
template <class Weight>
std::vector<std::size_t> equal_parts(std::size_t size, Weight&& weight) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < size; ++i) total += weight(i);
  std::vector<std::size_t> cuts{0};
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    sum += weight(i);
    if (sum * kTasks >= total * cuts.size() && i + 1 < size) cuts.push_back(i + 1);
  }
  cuts.push_back(size);
  return cuts;
}

template <class Work>
void in_parts(const std::vector<std::size_t>& cuts, unsigned threads, Work&& work) {
  for_each_in_order(
      cuts.size() - 1, threads,
      [&](std::size_t i) {
        work(cuts[i], cuts[i + 1]);
        return 0;
      },
      [](std::size_t, int) {});
}

}  // namespace

class PairTable::Block {
 public:
  /// The pairs from `first` on, as many as fit.
  Block(const Bitext& bitext, std::size_t first) : bitext_(bitext), first_(first), end_(first) {
    std::size_t cells = 0, sources = 0, targets = 0;
    for (; end_ < bitext.size(); ++end_) {
      const std::size_t more = bitext.source.words(end_).size() * bitext.target.words(end_).size();
      if (end_ > first && cells + more > kCellsInMemory) break;
      offsets_.push_back({cells, sources, targets});
      cells += more;
      sources += bitext.source.words(end_).size();
      targets += bitext.target.words(end_).size();
    }
    forward_.resize(cells);
    reverse_.resize(cells);
    forward_null_.resize(targets);
    reverse_null_.resize(sources);
  }
  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }

  Cells cells(std::size_t sentence) const {
    const Offsets& at = offsets_[sentence - first_];
    return {sentence,
            bitext_.source.words(sentence).size(),
            bitext_.target.words(sentence).size(),
            forward_.data() + at.cells,
            reverse_.data() + at.cells,
            forward_null_.data() + at.targets,
            reverse_null_.data() + at.sources};
  }

 private:
  struct Offsets {
    std::size_t cells, sources, targets;
  };
  const Bitext& bitext_;
  std::size_t first_, end_;
  std::vector<Offsets> offsets_;
  mutable std::vector<float> forward_, reverse_, forward_null_, reverse_null_;
};

PairTable::PairTable(const Bitext& bitext, const Lexicon* prior, float identical, unsigned threads)
    : bitext_(bitext), threads_(threads) {
  const std::size_t rows = bitext.source.vocabulary().size();
  const std::size_t columns = bitext.target.vocabulary().size();
  reverse_null_ = {std::vector<float>(rows, 1), std::vector<double>(rows),
                   std::vector<double>(rows)};
  forward_null_ = {std::vector<float>(columns, 1), std::vector<double>(columns),
                   std::vector<double>(columns)};
  row_rest_.resize(rows);
  column_rest_.resize(columns);
  place_begins_.assign(rows + 1, 0);
  for (std::size_t i = 0; i < bitext.size(); ++i)
    for (const std::uint32_t word : bitext.source.words(i)) ++place_begins_[word + 1];
  std::partial_sum(place_begins_.begin(), place_begins_.end(), place_begins_.begin());
  places_.resize(place_begins_.back());
  std::vector<std::uint64_t> next(place_begins_.begin(), place_begins_.end() - 1);
  for (std::size_t i = 0; i < bitext.size(); ++i) {
    const auto words = bitext.source.words(i);
    for (std::size_t w = 0; w < words.size(); ++w)
      places_[next[words[w]]++] = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(w)};
  }
  row_cuts_ = equal_parts(
      rows, [&](std::size_t row) { return place_begins_[row + 1] - place_begins_[row]; });
  add_pairs();
  if (prior != nullptr || identical > 0) prior_.resize(entries_.size());
  if (prior != nullptr) add_prior(*prior);
  if (identical > 0) add_identical(identical);
  counts_.resize(entries_.size());
  begin_sums();
}

void PairTable::add_pairs() {
  // Each row has its target words in the order of their arrival.
  std::vector<std::uint32_t> last_row(bitext_.target.vocabulary().size(), UINT32_MAX);
  entries_.push_back({0, kFloor, kFloor});
  for (std::uint32_t row = 0; row + 1 < place_begins_.size(); ++row) {
    begins_.push_back(entries_.size());
    for (std::uint64_t p = place_begins_[row]; p < place_begins_[row + 1]; ++p) {
      if (p > place_begins_[row] && places_[p].sentence == places_[p - 1].sentence) continue;
      for (const std::uint32_t target : bitext_.target.words(places_[p].sentence)) {
        if (last_row[target] == row) continue;
        last_row[target] = row;
        entries_.push_back({target, 1, 1});
      }
    }
  }
  begins_.push_back(entries_.size());
}

void PairTable::add_identical(float count) {
  const auto& sources = bitext_.source.identities();
  const auto& targets = bitext_.target.identities();
  for (std::size_t row = 0; row < sources.size(); ++row) {
    for (std::uint64_t e = begins_[row]; e < begins_[row + 1]; ++e) {
      if (targets[entries_[e].target] != sources[row]) continue;
      prior_[e].forward += count;
      prior_[e].reverse += count;
    }
  }
}

void PairTable::add_prior(const Lexicon& prior) {
  const auto numbers_of = [](const std::vector<std::int64_t>& identities) {
    std::unordered_map<std::int64_t, std::uint32_t> numbers;
    for (const std::int64_t word : identities)
      numbers.emplace(word, static_cast<std::uint32_t>(numbers.size()));
    return numbers;
  };
  const auto rows = numbers_of(bitext_.source.identities());
  const auto columns = numbers_of(bitext_.target.identities());
  const auto number = [](const auto& numbers, std::int64_t word) {
    const auto found = numbers.find(word);
    return found == numbers.end() ? UINT32_MAX : found->second;
  };
  std::vector<std::uint64_t> slots(columns.size());
  std::uint32_t row = UINT32_MAX;
  const auto mark = [&](std::uint64_t value) {
    if (row == UINT32_MAX) return;
    for (std::uint64_t e = begins_[row]; e < begins_[row + 1]; ++e)
      slots[entries_[e].target] = value == 0 ? 0 : e;
  };
  const Lexicon::Pair* last = nullptr;
  for (const Lexicon::Pair& pair : prior.pairs()) {
    if (last == nullptr || last->source != pair.source) {
      mark(0);
      row = number(rows, pair.source);
      mark(1);
    }
    last = &pair;
    const std::uint32_t column = number(columns, pair.target);
    const double forward = pair.target_given_source, reverse = pair.source_given_target;
    if (pair.source == kNullWord) {
      (column == UINT32_MAX ? forward_null_.rest : forward_null_.prior[column]) += forward;
    } else if (pair.target == kNullWord) {
      (row == UINT32_MAX ? reverse_null_.rest : reverse_null_.prior[row]) += reverse;
    } else if (row != UINT32_MAX && column != UINT32_MAX && slots[column] != 0) {
      prior_[slots[column]] = {static_cast<float>(forward), static_cast<float>(reverse)};
    } else {
      if (row != UINT32_MAX) row_rest_[row] += forward;
      if (column != UINT32_MAX) column_rest_[column] += reverse;
    }
  }
}

void PairTable::begin_sums() {
  if (prior_.empty()) {
    std::fill(counts_.begin(), counts_.end(), Counts{0, 0});
  } else {
    std::copy(prior_.begin(), prior_.end(), counts_.begin());
  }
  forward_null_.counts = forward_null_.prior;
  reverse_null_.counts = reverse_null_.prior;
}

template <class Work>
void PairTable::in_blocks(Work&& work) const {
  for (std::size_t first = 0; first < bitext_.size();) {
    Block block(bitext_, first);
    gather(block);
    work(block);
    first = block.end();
  }
}

template <class Work>
void PairTable::for_each_row(const Block& block, Work&& work) const {
  in_parts(row_cuts_, threads_, [&](std::size_t first, std::size_t end) {
    std::vector<std::uint64_t> slots(bitext_.target.vocabulary().size());
    for (std::size_t row = first; row < end; ++row) {
      const auto before = [](const Place& place, std::size_t s) { return place.sentence < s; };
      const Place* places = places_.data() + place_begins_[row];
      const Place* places_end = places_.data() + place_begins_[row + 1];
      places = std::lower_bound(places, places_end, block.first(), before);
      places_end = std::lower_bound(places, places_end, block.end(), before);
      if (places == places_end) continue;
      for (std::uint64_t e = begins_[row]; e < begins_[row + 1]; ++e) slots[entries_[e].target] = e;
      work(row, slots, std::span<const Place>(places, places_end));
      for (std::uint64_t e = begins_[row]; e < begins_[row + 1]; ++e) slots[entries_[e].target] = 0;
    }
  });
}

void PairTable::gather(Block& block) const {
  for_each_row(block, [&](std::size_t row, const std::vector<std::uint64_t>& slots,
                          std::span<const Place> places) {
    for (const Place place : places) {
      const Cells cells = block.cells(place.sentence);
      const auto targets = bitext_.target.words(place.sentence);
      float* forward = cells.forward + place.word;
      float* reverse = cells.reverse + place.word * cells.targets;
      for (std::size_t t = 0; t < targets.size(); ++t) {
        const Entry& entry = entries_[slots[targets[t]]];
        forward[t * cells.sources] = entry.forward;
        reverse[t] = entry.reverse;
      }
      cells.reverse_null[place.word] = reverse_null_.probabilities[row];
    }
  });
}

void PairTable::expect(Block& block, const MakeExpectation& make) const {
  const auto cuts = equal_parts(block.end() - block.first(), [&](std::size_t i) {
    const Cells cells = block.cells(block.first() + i);
    return cells.sources * cells.targets + 1;
  });
  in_parts(cuts, threads_, [&](std::size_t first, std::size_t end) {
    const Expectation expectation = make();
    for (std::size_t sentence = block.first() + first; sentence < block.first() + end; ++sentence) {
      const Cells cells = block.cells(sentence);
      const auto targets = bitext_.target.words(sentence);
      for (std::size_t t = 0; t < targets.size(); ++t)
        cells.forward_null[t] = forward_null_.probabilities[targets[t]];
      expectation(cells);
    }
  });
}

void PairTable::scatter(const Block& block) {
  struct Sums {
    double forward = 0, reverse = 0;
  };
  for_each_row(block, [&](std::size_t row, const std::vector<std::uint64_t>& slots,
                          std::span<const Place> places) {
    const std::uint64_t begin = begins_[row] - 1;  // in front, what was forgotten
    std::vector<Sums> sums(begins_[row + 1] - begin);
    double null = 0;
    for (const Place place : places) {
      const Cells cells = block.cells(place.sentence);
      const auto targets = bitext_.target.words(place.sentence);
      const float* forward = cells.forward + place.word;
      const float* reverse = cells.reverse + place.word * cells.targets;
      for (std::size_t t = 0; t < targets.size(); ++t) {
        const std::uint64_t slot = slots[targets[t]];
        Sums& sum = sums[slot == 0 ? 0 : slot - begin];
        sum.forward += forward[t * cells.sources];
        sum.reverse += reverse[t];
      }
      null += cells.reverse_null[place.word];
    }
    for (std::size_t i = 1; i < sums.size(); ++i) {
      counts_[begin + i].forward += static_cast<float>(sums[i].forward);
      counts_[begin + i].reverse += static_cast<float>(sums[i].reverse);
    }
    reverse_null_.counts[row] += null;
  });
  for (std::size_t sentence = block.first(); sentence < block.end(); ++sentence) {
    const Cells cells = block.cells(sentence);
    const auto targets = bitext_.target.words(sentence);
    for (std::size_t t = 0; t < targets.size(); ++t)
      forward_null_.counts[targets[t]] += cells.forward_null[t];
  }
}

void PairTable::count(const MakeExpectation& make) {
  in_blocks([&](Block& block) {
    expect(block, make);
    scatter(block);
  });
}

void PairTable::visit(const MakeExpectation& make) const {
  in_blocks([&](Block& block) { expect(block, make); });
}

void PairTable::maximise(float floor) {
  // p(source | target): a column sums to one.
  std::vector<double> totals = column_rest_;
  for (std::uint64_t e = 1; e < entries_.size(); ++e)
    totals[entries_[e].target] += counts_[e].reverse;
  in_parts(row_cuts_, threads_, [&](std::size_t first, std::size_t end) {
    for (std::size_t row = first; row < end; ++row) {
      // p(target | source): a row sums to one.
      double total = row_rest_[row];
      for (std::uint64_t e = begins_[row]; e < begins_[row + 1]; ++e) total += counts_[e].forward;
      for (std::uint64_t e = begins_[row]; e < begins_[row + 1]; ++e) {
        entries_[e].forward = share(counts_[e].forward, total, floor);
        entries_[e].reverse = share(counts_[e].reverse, totals[entries_[e].target], floor);
      }
    }
  });
  for (Null* null : {&forward_null_, &reverse_null_}) {
    const double total = std::accumulate(null->counts.begin(), null->counts.end(), null->rest);
    std::transform(null->counts.begin(), null->counts.end(), null->probabilities.begin(),
                   [&](double count) { return share(count, total, floor); });
  }
  begin_sums();
}

void PairTable::prune(float threshold) {
  std::uint64_t kept = 1;
  for (std::size_t row = 0; row + 1 < begins_.size(); ++row) {
    const std::uint64_t begin = begins_[row];
    begins_[row] = kept;
    for (std::uint64_t e = begin; e < begins_[row + 1]; ++e) {
      if (entries_[e].forward < threshold && entries_[e].reverse < threshold) continue;
      if (!prior_.empty()) prior_[kept] = prior_[e];
      entries_[kept++] = entries_[e];
    }
  }
  begins_.back() = kept;
  entries_.resize(kept);
  entries_.shrink_to_fit();
  counts_.resize(kept);
  counts_.shrink_to_fit();
  if (!prior_.empty()) prior_.resize(kept);
  begin_sums();
}

template <class OfEntry, class OfNull>
Lexicon PairTable::collect(double least, OfEntry&& of_entry, OfNull&& of_null) const {
  const auto& sources = bitext_.source.identities();
  const auto& targets = bitext_.target.identities();
  std::vector<Lexicon::Pair> pairs;
  const auto add = [&](std::int64_t source, std::int64_t target, double forward, double reverse) {
    if (forward >= least || reverse >= least) pairs.push_back({source, target, reverse, forward});
  };
  for (std::size_t row = 0; row < sources.size(); ++row) {
    for (std::uint64_t e = begins_[row]; e < begins_[row + 1]; ++e) {
      const auto& numbers = of_entry(e);
      add(sources[row], targets[entries_[e].target], numbers.forward, numbers.reverse);
    }
    add(sources[row], kNullWord, 0, of_null(reverse_null_)[row]);
  }
  for (std::size_t t = 0; t < targets.size(); ++t)
    add(kNullWord, targets[t], of_null(forward_null_)[t], 0);
  return Lexicon(std::move(pairs));
}

Lexicon PairTable::sums() const {
  return collect(
      kLeastCount, [&](std::uint64_t e) -> const Counts& { return counts_[e]; },
      [](const Null& null) -> const std::vector<double>& { return null.counts; });
}

Lexicon PairTable::lexicon() const {
  return collect(
      Lexicon::kUnseen, [&](std::uint64_t e) -> const Entry& { return entries_[e]; },
      [](const Null& null) -> const std::vector<float>& { return null.probabilities; });
}

}  // namespace ow
