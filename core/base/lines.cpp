#include "base/lines.h"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>

#include "base/error.h"

namespace ow {

LineReader::LineReader(int fd, std::string name)
    : fd_(fd), name_(std::move(name)), buffer_(std::size_t{1} << 20) {}

void LineReader::fail(std::string_view why) const {
  fail_at_line(name_, line_, why);
}

bool LineReader::fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (buffer_.size() >= kLongestLine) {
      ++line_;
      fail("the line is longer than 64 MiB; is this a text file?");
    }
    buffer_.resize(buffer_.size() * 2);
  }
  ssize_t got;
  do {
    got = ::read(fd_, buffer_.data() + end_, buffer_.size() - end_);
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw SystemError(name_, "read", errno);
  at_end_ = got == 0;
  end_ += static_cast<std::size_t>(got);
  return got > 0;
}

std::optional<std::string_view> LineReader::next() {
  std::size_t searched = 0;
  for (;;) {
    const char* start = buffer_.data() + begin_;
    const auto* newline =
        static_cast<const char*>(std::memchr(start + searched, '\n', end_ - begin_ - searched));
    std::string_view line;
    if (newline != nullptr) {
      line = {start, static_cast<std::size_t>(newline - start)};
      begin_ += line.size() + 1;
    } else {
      searched = end_ - begin_;
      if (fill()) continue;
      if (begin_ == end_) return std::nullopt;
      line = {buffer_.data() + begin_, end_ - begin_};
      begin_ = end_;
    }
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++line_;
    return line;
  }
}

void split_words(std::string_view text, std::vector<std::string_view>& words) {
  words.clear();
  std::size_t at = 0;
  while (at < text.size()) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    const std::size_t start = at;
    while (at < text.size() && text[at] != ' ' && text[at] != '\t') ++at;
    if (at > start) words.push_back(text.substr(start, at - start));
  }
}

void split_fields(std::string_view text, std::vector<std::string_view>& fields) {
  fields.clear();
  const auto trim = [](std::string_view field) {
    while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
    while (!field.empty() && field.back() == ' ') field.remove_suffix(1);
    return field;
  };
  for (;;) {
    const auto bar = text.find("|||");
    fields.push_back(trim(text.substr(0, bar)));
    if (bar == std::string_view::npos) return;
    text.remove_prefix(bar + 3);
  }
}

std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

bool is_valid_utf8(std::string_view text) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const end = p + text.size();
  while (p < end) {
    if (*p < 0x80) {
      ++p;
      continue;
    }
    int more;
    std::uint32_t code;
    if ((*p & 0xE0) == 0xC0) {
      more = 1;
      code = *p & 0x1F;
    } else if ((*p & 0xF0) == 0xE0) {
      more = 2;
      code = *p & 0x0F;
    } else if ((*p & 0xF8) == 0xF0) {
      more = 3;
      code = *p & 0x07;
    } else {
      return false;
    }
    if (end - p <= more) return false;
    for (int i = 1; i <= more; ++i) {
      if ((p[i] & 0xC0) != 0x80) return false;
      code = code << 6 | (p[i] & 0x3F);
    }
    static constexpr std::uint32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
    if (code < kSmallest[more] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
      return false;
    p += more + 1;
  }
  return true;
}

}  // namespace ow
