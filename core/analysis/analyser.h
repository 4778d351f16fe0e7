// The analyser: tags, lemmas, trees and entities of sentences, from a file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/lemmas.h"
#include "analysis/network.h"
#include "analysis/train.h"
#include "analysis/words.h"
#include "base/container.h"
#include "base/texts.h"

namespace ow::analysis {

/// Sentences as columns, one row a word.
struct Sentences {
  std::vector<std::int64_t> offsets{0};  // where they begin; one more: where the last one ends
  std::vector<std::string_view> words;

  std::size_t size() const { return offsets.size() - 1; }
};

/// What to find out besides tags.
struct Wanted {
  bool trees = true, lemmas = true, entities = true;
};

/// What was found, one row a word; a column that was not wanted is empty.
struct Analyses {
  std::vector<std::uint8_t> tags, relations, entities;  // numbers of names
  std::vector<std::int32_t> heads;  // within the sentence; a root has its own number
  Texts lemmas;
};

/// What the numbers of classes mean.
struct ClassNames {
  std::vector<std::string> tags;
  /// `B-` or `I-` and a kind: a word begins an entity, or is inside of it; nothing for no entity.
  std::vector<std::string> entities;
  std::vector<std::string> relations;
};

/// A trained analyser. Any number of threads may use one.
class Analyser {
 public:
  /// The relation of a root, behind all others.
  static constexpr std::string_view kRoot = "ROOT";
  /// The entity of an address, which is known by its characters; behind all others.
  static constexpr std::string_view kAddress = "B-address";

  /// Opens a file that `write_analyser` made. Throws FormatError for anything else.
  explicit Analyser(std::string path);

  /// Analyses each sentence by itself, in linear time; `threads` 0 are as many as there are cores.
  Analyses analyse(const Sentences& sentences, const Wanted& wanted, unsigned threads) const;

  /// Names of classes, with kRoot and kAddress.
  const ClassNames& names() const { return names_; }

 private:
  class Worker;

  std::unique_ptr<const Container> file_;
  Shape shape_;
  Layout layout_;
  ClassNames names_;
  std::vector<std::uint8_t> beginnings_;  // for each entity the one that begins one of its kind
  KnownWords known_;
  std::span<const std::int8_t> rows_;
  std::span<const float> scales_, parameters_;
  LemmaRules lemmas_;
};

/// Writes a trained network, with each row of the table as bytes of one scale. The network looks at
/// words through these bytes, so what is written is what was trained but for the rounding. Throws
/// Error for names that are not as many as the classes, or not one line each.
void write_analyser(const Trained& trained, const ClassNames& names, const LemmaRules& lemmas,
                    const std::string& path);

}  // namespace ow::analysis
