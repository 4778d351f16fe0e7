// Lines from a file descriptor, and numbers and UTF-8 inside them. Decompression is the caller's:
// it hands over the reading end of a pipe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ow {

/// Reads a descriptor (not owned) line by line; `\n` and `\r\n` both end a line.
class LineReader {
 public:
  /// `name` is what messages call the input.
  LineReader(int fd, std::string name);

  /// The next line without its end, valid until the next call; nothing at the end of the input.
  std::optional<std::string_view> next();
  /// Number of the line `next` returned last, from 1.
  std::uint64_t line() const { return line_; }
  const std::string& name() const { return name_; }
  /// Throws FormatError for the current line.
  [[noreturn]] void fail(std::string_view why) const;

  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;

 private:
  bool fill();

  int fd_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t line_ = 0;
  bool at_end_ = false;
};

/// Splits at runs of spaces and tabs.
void split_words(std::string_view text, std::vector<std::string_view>& words);

/// Splits at ` ||| ` (spaces optional at the ends), as Moses does.
void split_fields(std::string_view text, std::vector<std::string_view>& fields);

/// The whole text as a finite number, or nothing.
std::optional<double> parse_number(std::string_view text);

bool is_valid_utf8(std::string_view text);

}  // namespace ow
