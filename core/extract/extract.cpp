#include "extract/extract.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/radix_sort.h"

namespace ow {
namespace {

constexpr std::size_t kSentences = 512;  // that a thread takes at a time
constexpr unsigned kBucketBits = 10;
constexpr std::size_t kBuckets = std::size_t{1} << kBucketBits;

/// A phrase pair somewhere in the text.
struct Occurrence {
  std::int64_t source, target;
  Weights weights;
  std::uint32_t sentence;
  std::uint16_t source_begin, target_begin;
  std::uint8_t source_length, target_length;

  std::int64_t weight() const { return std::int64_t{weights.source} + weights.target; }
};

/// Keeps the order of signed numbers.
std::uint64_t sortable(std::int64_t id) {
  return static_cast<std::uint64_t>(id) ^ std::uint64_t{1} << 63;
}

std::size_t bucket_of(const Occurrence& occurrence) {
  return sortable(occurrence.source) >> (64 - kBucketBits);
}

/// Occurrences of a few sentences, bucket by bucket.
struct Chunk {
  std::vector<Occurrence> occurrences;
  std::vector<std::uint32_t> begins;  // of each bucket, and the end
};

/// A phrase pair with all its occurrences.
struct Distinct {
  Occurrence best;  // of those with the greatest sum of weights
  Weights weights;  // the greatest of each direction
  std::int64_t count;
};

class Extraction {
 public:
  Extraction(const Bitext& bitext, const Links& links, const Lexicon& lexicon,
             const ExtractOptions& options)
      : bitext_(bitext),
        links_(links),
        options_(options),
        finder_(options.limits),
        weigher_(bitext, lexicon, options.weights) {
    if (bitext.size() > UINT32_MAX) throw Error("more than 4,294,967,295 sentence pairs");
  }

  PhrasePairs run() {
    std::vector<Chunk> chunks;
    for_each_in_order((bitext_.size() + kSentences - 1) / kSentences, options_.threads,
                      [&](std::size_t i) { return chunk(i * kSentences); },
                      [&](std::size_t, Chunk&& made) { chunks.push_back(std::move(made)); });
    for_each_in_order(
        kBuckets, options_.threads, [&](std::size_t bucket) { return aggregate(chunks, bucket); },
        [&](std::size_t, const std::vector<Distinct>& pairs) { append(pairs); });
    chunks.clear();
    if (options_.target_words) add_targets();
    return std::move(result_);
  }

 private:
  Chunk chunk(std::size_t first) const {
    PhraseFinder finder = finder_;
    Weigher weigher = weigher_;
    std::vector<Occurrence> found;
    std::array<std::uint32_t, kBuckets + 1> begins{};
    const std::size_t end = std::min(bitext_.size(), first + kSentences);
    for (std::size_t sentence = first; sentence < end; ++sentence) {
      weigher.turn_to(sentence, links_[sentence]);
      extract(sentence, finder, weigher, found);
    }
    for (const Occurrence& occurrence : found) ++begins[bucket_of(occurrence) + 1];
    for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) begins[bucket + 1] += begins[bucket];
    Chunk result{std::vector<Occurrence>(found.size()), {begins.begin(), begins.end()}};
    for (const Occurrence& occurrence : found)
      result.occurrences[begins[bucket_of(occurrence)]++] = occurrence;
    return result;
  }

  void extract(std::size_t sentence, PhraseFinder& finder, const Weigher& weigher,
               std::vector<Occurrence>& found) const {
    const std::size_t targets = bitext_.target.words(sentence).size();
    // Target spans come back for many source spans: remember their identities.
    const std::size_t longest =
        options_.limits.words == 0 ? PhraseLimits::kLongestPhrase : options_.limits.words;
    std::vector<std::int64_t> target_ids(targets * longest);
    std::int64_t source = 0;
    SpanPair last{};
    for (const SpanPair& pair :
         finder.find(links_[sentence], bitext_.source.words(sentence).size(), targets)) {
      if (pair.source_begin != last.source_begin || pair.source_end != last.source_end)
        source = identity(bitext_.source, sentence, pair.source_begin, pair.source_end);
      last = pair;
      const std::size_t length = pair.target_end - pair.target_begin;
      std::int64_t& target = target_ids[pair.target_begin * longest + length - 1];
      if (target == 0)
        target = identity(bitext_.target, sentence, pair.target_begin, pair.target_end);
      found.push_back({source, target, weigher.weigh(pair), static_cast<std::uint32_t>(sentence),
                       pair.source_begin, pair.target_begin,
                       static_cast<std::uint8_t>(pair.source_end - pair.source_begin),
                       static_cast<std::uint8_t>(length)});
    }
  }

  static std::int64_t identity(const Sentences& side, std::size_t sentence, std::size_t begin,
                               std::size_t end) {
    return static_cast<std::int64_t>(hash_word(side.phrase(sentence, begin, end)));
  }

  std::vector<Distinct> aggregate(const std::vector<Chunk>& chunks, std::size_t bucket) const {
    std::vector<Occurrence> all;
    for (const Chunk& chunk : chunks) {
      all.insert(all.end(), chunk.occurrences.begin() + chunk.begins[bucket],
                 chunk.occurrences.begin() + chunk.begins[bucket + 1]);
    }
    // Where else they occur does not matter: the best is chosen by what it says.
    std::sort(all.begin(), all.end(), [](const Occurrence& a, const Occurrence& b) {
      return std::tie(a.source, a.target) < std::tie(b.source, b.target);
    });
    std::vector<Distinct> pairs;
    for (const Occurrence& next : all) {
      if (pairs.empty() || pairs.back().best.source != next.source ||
          pairs.back().best.target != next.target) {
        pairs.push_back({next, next.weights, 1});
        continue;
      }
      auto& [best, weights, count] = pairs.back();
      weights = {std::max(weights.source, next.weights.source),
                 std::max(weights.target, next.weights.target)};
      ++count;
      if (next.weight() > best.weight() || (options_.alignments && next.weight() == best.weight() &&
                                            alignment(next) < alignment(best)))
        best = next;
    }
    return pairs;
  }

  /// The links inside a pair, packed.
  std::string alignment(const Occurrence& pair) const {
    std::string packed;
    for (const Link link : links_[pair.sentence]) {
      const std::size_t source = link.source - std::size_t{pair.source_begin};
      if (source >= pair.source_length) continue;  // before the begin is beyond the end
      packed += static_cast<char>(source);
      packed += static_cast<char>(link.target - pair.target_begin);
    }
    return packed;
  }

  void append(const std::vector<Distinct>& pairs) {
    for (const Distinct& pair : pairs) {
      const Occurrence& at = pair.best;
      if (options_.source_words && (result_.source.empty() || result_.source.back() != at.source)) {
        result_.sources.id.push_back(at.source);
        result_.sources.words.add(bitext_.source.phrase(at.sentence, at.source_begin,
                                                        at.source_begin + at.source_length));
      }
      result_.source.push_back(at.source);
      result_.target.push_back(at.target);
      result_.count.push_back(pair.count);
      result_.source_weight.push_back(pair.weights.source);
      result_.target_weight.push_back(pair.weights.target);
      if (options_.alignments) result_.alignment.add(alignment(at));
      if (options_.target_words)
        targets_.push_back({sortable(at.target), at.sentence, at.target_begin, at.target_length});
    }
  }

  void add_targets() {
    std::vector<TargetPhrase> scratch(targets_.size());
    radix_sort(targets_.data(), scratch.data(), targets_.size(), 64);
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      const TargetPhrase& at = targets_[i];
      if (i > 0 && targets_[i - 1].key == at.key) continue;
      result_.targets.id.push_back(
          static_cast<std::int64_t>(sortable(static_cast<std::int64_t>(at.key))));
      result_.targets.words.add(
          bitext_.target.phrase(at.sentence, at.begin, at.begin + std::size_t{at.length}));
    }
  }

  struct TargetPhrase {
    std::uint64_t key;
    std::uint32_t sentence;
    std::uint16_t begin;
    std::uint8_t length;
  };

  const Bitext& bitext_;
  const Links& links_;
  const ExtractOptions& options_;
  const PhraseFinder finder_;  // to be copied by each chunk, like the weigher
  const Weigher weigher_;
  PhrasePairs result_;
  std::vector<TargetPhrase> targets_;  // of all pairs
};

}  // namespace

PhrasePairs extract_phrases(const Bitext& bitext, const Links& links, const Lexicon& lexicon,
                            const ExtractOptions& options) {
  check_links(links, bitext, "alignment");
  return Extraction(bitext, links, lexicon, options).run();
}

}  // namespace ow
