#include "text/characters.h"

#include <array>

#include "base/error.h"

namespace ow::text {

namespace {

struct KindRun {
  char32_t first, last;
  std::uint8_t kind;
};
struct LowerRun {
  char32_t first, last;
  std::uint32_t step;
  std::int32_t distance;
};
#include "text/unicode_data.inc"

constexpr char32_t kCodes = 0x110000;
constexpr char32_t kCased = 0x1F000;  // no character from here on has another case
constexpr char32_t kUnreadable = 0xFFFD;

constexpr std::uint8_t ascii_kind(char32_t c) {
  if (c <= ' ' || c == 0x7F) return kGap;
  if (c >= 'a' && c <= 'z') return kLower;
  if (c >= 'A' && c <= 'Z') return kUpper;
  if (c >= '0' && c <= '9') return kDigit;
  if (c == '$') return kCurrency;
  for (const char mark : {'\'', '"', '`'})
    if (c == static_cast<char32_t>(mark)) return kQuote;
  for (const char mark :
       {',', ':', ';', '!', '?', '(', ')', '[', ']', '{', '}', '<', '>', '_', '#', '*', '&'})
    if (c == static_cast<char32_t>(mark)) return kPunctuation;
  return 0;
}

constexpr auto kAsciiKinds = [] {
  std::array<std::uint8_t, 128> kinds{};
  for (char32_t c = 0; c < kinds.size(); ++c) kinds[c] = ascii_kind(c);
  return kinds;
}();

/// All characters, spread out of their runs once.
struct Plane {
  std::vector<std::uint8_t> kinds = std::vector<std::uint8_t>(kCodes);
  std::vector<std::int32_t> distances = std::vector<std::int32_t>(kCased);
  std::vector<char32_t> uppers = std::vector<char32_t>(kCased);

  Plane() {
    for (const KindRun& run : kKinds)
      for (char32_t c = run.first; c <= run.last; ++c) kinds[c] = run.kind;
    for (const LowerRun& run : kLowerForms)
      for (char32_t c = run.first; c <= run.last; c += run.step) distances[c] = run.distance;
    // Of several characters with one lower-case form, the first is the letter and not a sign.
    for (char32_t c = kCased; c-- > 0;)
      if (distances[c] != 0) uppers[c + distances[c]] = c;
  }
};

const Plane& plane() {
  static const Plane instance;
  return instance;
}

/// The character that begins at `at`, and its length in bytes.
std::pair<char32_t, unsigned> decode_one(const unsigned char* at, std::size_t left) {
  const auto continues = [&](unsigned i) { return i < left && (at[i] & 0xC0) == 0x80; };
  if (at[0] < 0x80) return {at[0], 1};
  if (at[0] >= 0xC2 && at[0] < 0xE0 && continues(1))
    return {(at[0] & 0x1Fu) << 6 | (at[1] & 0x3Fu), 2};
  if (at[0] >= 0xE0 && at[0] < 0xF0 && continues(1) && continues(2)) {
    const char32_t code = (at[0] & 0xFu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
    if (code >= 0x800 && (code < 0xD800 || code > 0xDFFF)) return {code, 3};
  }
  if (at[0] >= 0xF0 && at[0] < 0xF5 && continues(1) && continues(2) && continues(3)) {
    const char32_t code =
        (at[0] & 7u) << 18 | (at[1] & 0x3Fu) << 12 | (at[2] & 0x3Fu) << 6 | (at[3] & 0x3Fu);
    if (code >= 0x10000 && code < kCodes) return {code, 4};
  }
  return {kUnreadable, 1};
}

}  // namespace

std::uint8_t kind_of(char32_t character) {
  if (character < 128) return kAsciiKinds[character];
  return character < kCodes ? plane().kinds[character] : 0;
}

char32_t lower(char32_t character) {
  if (character < 128)
    return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
  const auto& distances = plane().distances;
  return character < distances.size() ? character + distances[character] : character;
}

char32_t upper(char32_t character) {
  if (character < 128)
    return character >= 'a' && character <= 'z' ? character - ('a' - 'A') : character;
  const auto& uppers = plane().uppers;
  return character < uppers.size() && uppers[character] != 0 ? uppers[character] : character;
}

void append_utf8(char32_t c, std::string& result) {
  const auto tail = [&](unsigned shift) {
    result.push_back(static_cast<char>(0x80 | ((c >> shift) & 0x3F)));
  };
  if (c < 0x80) {
    result.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    result.push_back(static_cast<char>(0xC0 | c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    result.push_back(static_cast<char>(0xE0 | c >> 12));
    tail(6);
    tail(0);
  } else {
    result.push_back(static_cast<char>(0xF0 | c >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

void Characters::decode(std::string_view text) {
  if (text.size() >= UINT32_MAX) throw Error("a text of 4 GiB or more; split it into lines");
  codes.clear();
  kinds.clear();
  offsets.clear();
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  for (std::size_t i = 0; i < text.size();) {
    offsets.push_back(static_cast<std::uint32_t>(i));
    if (bytes[i] < 0x80) {
      codes.push_back(bytes[i]);
      kinds.push_back(kAsciiKinds[bytes[i]]);
      ++i;
    } else {
      const auto [code, length] = decode_one(bytes + i, text.size() - i);
      codes.push_back(code);
      kinds.push_back(kind_of(code));
      i += length;
    }
  }
  offsets.push_back(static_cast<std::uint32_t>(text.size()));
}

bool is_white(std::string_view text) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  for (std::size_t i = 0; i < text.size();) {
    const auto [code, length] = decode_one(bytes + i, text.size() - i);
    const bool white = code == ' ' || (code >= '\t' && code <= '\r') || code == 0x85 ||
                       code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
                       code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F ||
                       code == 0x3000;
    if (!white) return false;
    i += length;
  }
  return true;
}

void append_lower(std::string_view text, std::string& result) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  for (std::size_t i = 0; i < text.size();) {
    if (bytes[i] < 0x80) {
      result.push_back(static_cast<char>(lower(bytes[i++])));
      continue;
    }
    const auto [code, length] = decode_one(bytes + i, text.size() - i);
    const char32_t small = lower(code);
    if (small == code)
      result.append(text, i, length);
    else
      append_utf8(small, result);
    i += length;
  }
}

}  // namespace ow::text
