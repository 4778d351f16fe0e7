#include "extract/signatures.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "base/lines.h"
#include "base/parallel.h"

namespace ow {
namespace {

constexpr std::size_t kSentences = 512;  // that a thread takes at a time

struct Place {
  std::uint16_t begin, end;
  auto operator<=>(const Place&) const = default;
};

/// A phrase with its signature, and how often.
struct Seen {
  std::int64_t phrase, signature;
  std::int64_t count;

  bool is_like(const Seen& other) const {
    return phrase == other.phrase && signature == other.signature;
  }
};

/// Sorts and makes one of those that are alike.
void merge(std::vector<Seen>& seen) {
  std::sort(seen.begin(), seen.end(), [](const Seen& a, const Seen& b) {
    return std::tie(a.phrase, a.signature) < std::tie(b.phrase, b.signature);
  });
  std::size_t size = 0;
  for (const Seen& next : seen) {
    if (size > 0 && seen[size - 1].is_like(next))
      seen[size - 1].count += next.count;
    else
      seen[size++] = next;
  }
  seen.resize(size);
}

/// What a few sentences hold.
struct Chunk {
  std::vector<Seen> seen;
  std::unordered_map<std::int64_t, std::string> signatures;  // by their hashes
};

class Counting {
 public:
  Counting(const Bitext& bitext, const Links& links, Side side, const TextsView& tags,
           Detail detail, const PhraseLimits& limits)
      : bitext_(bitext),
        links_(links),
        side_(side),
        sentences_(side == Side::kSource ? bitext.source : bitext.target),
        tags_(tags),
        detail_(detail),
        finder_(limits) {}

  SignatureCounts run(unsigned threads) const {
    Chunk all;
    for_each_in_order((bitext_.size() + kSentences - 1) / kSentences, threads,
                      [&](std::size_t i) { return chunk(i * kSentences); },
                      [&](std::size_t, Chunk&& made) {
                        all.seen.insert(all.seen.end(), made.seen.begin(), made.seen.end());
                        all.signatures.merge(made.signatures);
                      });
    merge(all.seen);
    SignatureCounts result;
    for (const Seen& each : all.seen) {
      result.phrase.push_back(each.phrase);
      result.count.push_back(each.count);
      result.signature.add(all.signatures.at(each.signature));
    }
    return result;
  }

 private:
  Chunk chunk(std::size_t first) const {
    PhraseFinder finder = finder_;
    Chunk found;
    std::vector<Place> places;
    // The same tags come again and again.
    std::unordered_map<std::string, std::int64_t> known;
    const std::size_t end = std::min(bitext_.size(), first + kSentences);
    for (std::size_t sentence = first; sentence < end; ++sentence) {
      const std::string classes = classes_in(sentence);
      find_places(finder, sentence, places);
      for (const Place place : places) {
        const auto [at, is_new] =
            known.try_emplace(classes.substr(place.begin, place.end - place.begin));
        if (is_new) {
          std::string signature = signature_of(at->first, detail_);
          at->second = identity(signature);
          found.signatures.emplace(at->second, std::move(signature));
        }
        found.seen.push_back(
            {identity(sentences_.phrase(sentence, place.begin, place.end)), at->second, 1});
      }
    }
    merge(found.seen);
    return found;
  }

  std::string classes_in(std::size_t sentence) const {
    std::vector<std::string_view> tags;
    split_words(tags_[sentence], tags);
    if (tags.size() != sentences_.words(sentence).size())
      throw FormatError("tags:" + std::to_string(sentence + 1) + ": " +
                        std::to_string(tags.size()) + " tags for " +
                        std::to_string(sentences_.words(sentence).size()) +
                        " words; tag the corpus again");
    return classes_of(tags);
  }

  /// The different spans of this side in all phrase pairs of a sentence pair.
  void find_places(PhraseFinder& finder, std::size_t sentence, std::vector<Place>& places) const {
    places.clear();
    for (const SpanPair& pair : finder.find(links_[sentence], bitext_.source.words(sentence).size(),
                                            bitext_.target.words(sentence).size())) {
      places.push_back(side_ == Side::kSource ? Place{pair.source_begin, pair.source_end}
                                              : Place{pair.target_begin, pair.target_end});
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
  }

  static std::int64_t identity(std::string_view text) {
    return static_cast<std::int64_t>(hash_word(text));
  }

  const Bitext& bitext_;
  const Links& links_;
  const Side side_;
  const Sentences& sentences_;
  const TextsView& tags_;
  const Detail detail_;
  const PhraseFinder finder_;  // to be copied by each chunk
};

}  // namespace

SignatureCounts count_signatures(const Bitext& bitext, const Links& links, Side side,
                                 const TextsView& tags, Detail detail, const PhraseLimits& limits,
                                 unsigned threads) {
  check_links(links, bitext, "alignment");
  if (tags.size() != bitext.size())
    throw FormatError("tags: " + std::to_string(tags.size()) + " lines for " +
                      std::to_string(bitext.size()) + " sentence pairs; tag the corpus again");
  return Counting(bitext, links, side, tags, detail, limits).run(threads);
}

}  // namespace ow
