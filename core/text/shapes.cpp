#include "text/shapes.h"

#include <algorithm>
#include <array>

namespace ow::text {

namespace {

constexpr std::uint32_t kHeadline = 4;  // words with capitals that there must be
constexpr std::uint32_t kShoutedWords = 2;

constexpr std::array<std::u32string_view, 18> kMinor = {
    U"a",  U"an",   U"and", U"as", U"at", U"but", U"by",  U"for", U"from",
    U"in", U"into", U"nor", U"of", U"on", U"or",  U"the", U"to",  U"with"};

constexpr std::u32string_view kStops = U".!?…:;。！？";
constexpr std::u32string_view kDashes = U"-–—*•·▪";
constexpr std::u32string_view kOpeners = U"([{“‘„«‹\"'`¿¡";

bool is_in(char32_t code, std::u32string_view set) {
  return set.find(code) != set.npos;
}

}  // namespace

Shape shape_of(std::span<const char32_t> codes, std::span<const std::uint8_t> kinds) {
  std::size_t small = 0, capital = 0;
  bool first = false;  // whether the first letter is a capital
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint8_t letter = kinds[i] & kLetter;
    if (letter == kLower) {
      ++small;
    } else if (letter == kUpper) {
      first = first || small + capital == 0;
      ++capital;
    }
  }
  if (small + capital == 0) return Shape::kNone;
  if (capital == 0) return Shape::kLower;
  if (small == 0) return capital == 1 ? Shape::kCapital : Shape::kCapitals;
  return capital == 1 && first ? Shape::kCapital : Shape::kMixed;
}

bool is_minor(std::u32string_view word) {
  return std::find(kMinor.begin(), kMinor.end(), word) != kMinor.end();
}

Shape shape_of(std::string_view word, Characters& buffer) {
  buffer.decode(word);
  return shape_of(buffer.codes, buffer.kinds);
}

void Shapes::read(const Characters& characters, std::span<const Span> tokens) {
  const auto& [codes, kinds, offsets] = characters;
  const auto is_gap = [&kinds = kinds](std::size_t at) {
    return at >= kinds.size() || (kinds[at] & kGap) != 0;
  };
  shapes.clear();
  initial.clear();
  bool begins = true;
  std::uint32_t in_capitals = 0, words = 0, small = 0, capital = 0;
  for (const auto& [begin, end] : tokens) {
    const std::uint32_t size = end - begin;
    const std::span<const char32_t> token(codes.data() + begin, size);
    const std::span<const std::uint8_t> bits(kinds.data() + begin, size);
    const Shape shape = shape_of(token, bits);
    shapes.push_back(shape);
    const bool word = std::any_of(bits.begin(), bits.end(),
                                  [](std::uint8_t bit) { return (bit & kAlphanumeric) != 0; });
    initial.push_back(word && begins);
    if (word) {
      begins = false;
    } else if (is_in(token[0], kStops)) {
      begins = true;
    } else if (is_in(token[0], kOpeners)) {
      begins = begins || !is_gap(end);
    } else if (is_in(token[0], kDashes)) {
      begins = begins || begin == 0 || is_gap(begin - 1);
    } else {
      begins = false;
    }
    if (shape == Shape::kNone) continue;
    if (size >= 2) {
      ++words;
      in_capitals += shape == Shape::kCapitals;
    }
    if (shape != Shape::kLower)
      ++capital;
    else
      small += !is_minor({token.data(), size});
  }
  shouted = in_capitals >= kShoutedWords && in_capitals == words;
  titled = !shouted && small == 0 && capital >= kHeadline;
}

}  // namespace ow::text
