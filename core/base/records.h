// Streams of records, in memory or on disk. A record is trivially copyable.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/temporary_file.h"

namespace ow {

/// Records one after the other; each is seen once.
template <class Record>
class Source {
 public:
  virtual ~Source() = default;
  /// The record at the head, valid until the next `head` after a `pop`; null at the end.
  const Record* head() { return at_ != end_ || refill() ? at_ : nullptr; }
  void pop() { ++at_; }
  /// Bytes of memory it occupies.
  virtual std::size_t memory() const = 0;

 protected:
  /// Sets `at_` and `end_` to the next records; false when there are none.
  virtual bool refill() = 0;

  const Record* at_ = nullptr;
  const Record* end_ = nullptr;
};

/// Part of a temporary file, read through a buffer of its own.
template <class Record>
class FileSource final : public Source<Record> {
 public:
  FileSource(std::shared_ptr<const TemporaryFile> file, std::uint64_t begin, std::uint64_t end,
             std::size_t buffer_bytes)
      : file_(std::move(file)),
        next_(begin),
        stop_(end),
        buffer_(std::max<std::size_t>(1, buffer_bytes / sizeof(Record))) {}
  std::size_t memory() const override { return buffer_.size() * sizeof(Record); }

 protected:
  bool refill() override {
    if (next_ == stop_) return false;
    const auto bytes = std::min<std::uint64_t>(buffer_.size() * sizeof(Record), stop_ - next_);
    file_->read(next_, buffer_.data(), bytes);
    next_ += bytes;
    this->at_ = buffer_.data();
    this->end_ = this->at_ + bytes / sizeof(Record);
    return true;
  }

 private:
  std::shared_ptr<const TemporaryFile> file_;
  std::uint64_t next_, stop_;
  std::vector<Record> buffer_;
};

/// Records written once, in order, to disk, to be read again later.
template <class Record>
class Spool {
 public:
  static constexpr std::size_t kBufferBytes = std::size_t{1} << 17;

  explicit Spool(const std::string& folder) : file_(std::make_shared<TemporaryFile>(folder)) {
    buffer_.reserve(kBufferBytes / sizeof(Record));
  }
  void add(const Record& record) {
    buffer_.push_back(record);
    if (buffer_.size() == buffer_.capacity()) flush();
  }
  /// All the records so far; may be asked for again.
  std::unique_ptr<Source<Record>> read() {
    flush();
    return std::make_unique<FileSource<Record>>(file_, 0, file_->size(), kBufferBytes);
  }

 private:
  void flush() {
    file_->append(buffer_.data(), buffer_.size() * sizeof(Record));
    buffer_.clear();
  }

  std::shared_ptr<TemporaryFile> file_;
  std::vector<Record> buffer_;
};

}  // namespace ow
