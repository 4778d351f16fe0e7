// Buffered text to a file descriptor.
#pragma once

#include <string>
#include <string_view>

namespace ow {

/// Writes to a descriptor (not owned). What is not flushed when an Output goes is lost on purpose:
/// an error is on its way.
class Output {
 public:
  /// `name` is what messages call the destination.
  Output(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}

  void write(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() >= kFull) flush();
  }
  /// The shortest decimal that reads back as this number.
  void write(float number);
  void write(double number);
  void flush();

 private:
  static constexpr std::size_t kFull = std::size_t{1} << 18;

  int fd_;
  std::string name_;
  std::string buffer_;
};

}  // namespace ow
