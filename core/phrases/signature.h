// Tag signatures: what kind of phrase some tagged words make.
//
// Phrases that can stand for each other are of one kind but seldom have the same tags: `in spite
// of` is a preposition like `despite`, `takes place` a verb like `happens`. So tags are reduced by
// a small grammar until no rule applies, and what is left is the signature: `IN`, `VBZ`. What is no
// constituent keeps its loose ends (`at the same` is `IN+DT+JJ`, `at the same time` is `RB`) and is
// of one kind only with what has the same ones.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ow {

/// The classes of words, a letter each, by their Penn tags.
std::string classes_of(std::span<const std::string_view> tags);

/// The signature of words with these classes; it has no blanks and no commas.
std::string signature_of(std::string_view classes);

/// Whether a list of signatures with commas between them, as entries of tables have it, allows for
/// words with this one. An empty list allows for all.
bool allows(std::string_view list, std::string_view signature);

/// The signatures of the spans of one sentence, made when they are first asked for.
class SpanSignatures {
 public:
  explicit SpanSignatures(std::span<const std::string_view> tags) : classes_(classes_of(tags)) {}

  /// How many words there are.
  std::size_t size() const { return classes_.size(); }
  /// The signature of the words [begin, end); valid until the next call.
  std::string_view operator()(std::size_t begin, std::size_t end);

 private:
  std::string classes_, last_;
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace ow
