#include "text/letters.h"

#include "text/shapes.h"

namespace ow::text {

std::string in_capitals(std::string_view word, Characters& buffer) {
  buffer.decode(word);
  std::string result;
  for (const char32_t code : buffer.codes) append_utf8(upper(code), result);
  return result;
}

std::string with_capital(std::string_view word, Characters& buffer) {
  if (shape_of(word, buffer) != Shape::kLower || (buffer.kinds[0] & kLetter) == 0)
    return std::string(word);
  std::string result;
  append_utf8(upper(buffer.codes[0]), result);
  return result.append(word.substr(buffer.offsets[1]));
}

}  // namespace ow::text
