// Sorting more records than fit into memory. A record has an unsigned integer member `key`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/radix_sort.h"
#include "base/records.h"

namespace ow {

/// Memory for records that costs nothing before it is touched.
template <class Record>
std::unique_ptr<Record[]> untouched(std::size_t size) {
  return std::unique_ptr<Record[]>(new Record[size]);
}

/// Room in which one sorter at a time sorts, shared by several.
template <class Record>
class SortingRoom {
 public:
  explicit SortingRoom(std::size_t size) : size_(size) {}
  std::size_t size() const { return size_; }
  Record* records() {
    if (!records_) records_ = untouched<Record>(size_);
    return records_.get();
  }

 private:
  std::size_t size_;
  std::unique_ptr<Record[]> records_;
};

/// Where sorters work.
struct Workspace {
  std::size_t memory;  // bytes that all of them may use together
  std::uint64_t most;  // records that any of them is given at most
  std::string folder;  // for what does not fit into memory
};

/// Sorts any number of records by the lowest bits of their key; records that agree there keep
/// their order. What does not fit into the room is spilled in sorted runs and merged.
template <class Record>
class Sorter {
 public:
  /// Holds as many records in memory as `room` has.
  Sorter(unsigned bits, std::shared_ptr<SortingRoom<Record>> room, std::string folder)
      : bits_(bits),
        room_(std::move(room)),
        folder_(std::move(folder)),
        records_(untouched<Record>(room_->size())) {}

  void add(const Record& record) {
    if (size_ == room_->size()) spill();
    records_[size_++] = record;
  }

  /// The records in order, from memory or from disk; ends the life of the sorter.
  std::unique_ptr<Source<Record>> finish() {
    if (!file_) {
      radix_sort(records_.get(), room_->records(), size_, bits_);
      return std::make_unique<Held>(std::move(records_), size_);
    }
    if (size_ > 0) spill();
    const std::size_t memory = room_->size() * sizeof(Record);
    records_.reset();
    room_.reset();
    const std::size_t most = std::max<std::size_t>(2, memory / kSmallestBuffer);
    while (runs_.size() > most) thin_out(most, memory);
    return std::make_unique<Merge>(file_, runs_, bits_, memory / runs_.size());
  }

 private:
  using Key = decltype(Record::key);
  struct Run {
    std::uint64_t begin, end;
  };
  static constexpr std::size_t kSmallestBuffer = std::size_t{1} << 14;

  class Held final : public Source<Record> {
   public:
    Held(std::unique_ptr<Record[]> records, std::size_t size)
        : records_(std::move(records)), size_(size) {}
    std::size_t memory() const override { return size_ * sizeof(Record); }

   protected:
    bool refill() override {
      if (this->at_ != nullptr || size_ == 0) return false;
      this->at_ = records_.get();
      this->end_ = this->at_ + size_;
      return true;
    }

   private:
    std::unique_ptr<Record[]> records_;
    std::size_t size_;
  };

  class Merge final : public Source<Record> {
   public:
    Merge(const std::shared_ptr<const TemporaryFile>& file, const std::vector<Run>& runs,
          unsigned bits, std::size_t buffer_bytes)
        : mask_(bits == 8 * sizeof(Key) ? ~Key{0} : (Key{1} << bits) - 1) {
      buffer_bytes = std::min(buffer_bytes, Spool<Record>::kBufferBytes);
      for (const Run& run : runs) {
        inputs_.push_back(
            std::make_unique<FileSource<Record>>(file, run.begin, run.end, buffer_bytes));
        heap_.push_back({inputs_.back()->head()->key & mask_, inputs_.size() - 1});
      }
      std::make_heap(heap_.begin(), heap_.end(), After{});
    }
    std::size_t memory() const override {
      std::size_t sum = 0;
      for (const auto& input : inputs_) sum += input->memory();
      return sum;
    }

   protected:
    bool refill() override {
      std::size_t filled = 0;
      for (; filled < kBatch && !heap_.empty(); ++filled) {
        std::pop_heap(heap_.begin(), heap_.end(), After{});
        Source<Record>& input = *inputs_[heap_.back().run];
        batch_[filled] = *input.head();
        input.pop();
        if (const Record* next = input.head()) {
          heap_.back().key = next->key & mask_;
          std::push_heap(heap_.begin(), heap_.end(), After{});
        } else {
          heap_.pop_back();
        }
      }
      this->at_ = batch_;
      this->end_ = batch_ + filled;
      return filled > 0;
    }

   private:
    struct Head {
      Key key;
      std::size_t run;
    };
    struct After {
      bool operator()(const Head& a, const Head& b) const {
        return a.key != b.key ? a.key > b.key : a.run > b.run;
      }
    };
    static constexpr std::size_t kBatch = 256;

    Key mask_;
    std::vector<std::unique_ptr<FileSource<Record>>> inputs_;
    std::vector<Head> heap_;
    Record batch_[kBatch];
  };

  void spill() {
    if (!file_) file_ = std::make_shared<TemporaryFile>(folder_);
    radix_sort(records_.get(), room_->records(), size_, bits_);
    const std::uint64_t begin = file_->size();
    file_->append(records_.get(), size_ * sizeof(Record));
    runs_.push_back({begin, file_->size()});
    size_ = 0;
  }

  /// Merges neighbouring runs, `most` at a time.
  void thin_out(std::size_t most, std::size_t memory) {
    auto merged = std::make_shared<TemporaryFile>(folder_);
    std::vector<Run> longer;
    std::vector<Record> buffer(std::max<std::size_t>(1, kSmallestBuffer / sizeof(Record)));
    for (std::size_t i = 0; i < runs_.size(); i += most) {
      const std::vector<Run> group(runs_.begin() + i,
                                   runs_.begin() + std::min(i + most, runs_.size()));
      Merge input(file_, group, bits_, memory / group.size());
      const std::uint64_t begin = merged->size();
      while (input.head() != nullptr) {
        std::size_t filled = 0;
        for (; filled < buffer.size() && input.head() != nullptr; input.pop())
          buffer[filled++] = *input.head();
        merged->append(buffer.data(), filled * sizeof(Record));
      }
      longer.push_back({begin, merged->size()});
    }
    file_ = std::move(merged);
    runs_ = std::move(longer);
  }

  unsigned bits_;
  std::shared_ptr<SortingRoom<Record>> room_;
  std::string folder_;
  std::unique_ptr<Record[]> records_;
  std::size_t size_ = 0;
  std::shared_ptr<TemporaryFile> file_;
  std::vector<Run> runs_;
};

/// A sorter for each number of bits; they share the memory and the room in which they sort.
template <class Record>
std::vector<Sorter<Record>> make_sorters(const std::vector<unsigned>& bits,
                                         const Workspace& space) {
  constexpr std::size_t kFewest = 256;
  const std::size_t share = space.memory / (bits.size() + 1) / sizeof(Record);
  const auto room = std::make_shared<SortingRoom<Record>>(
      std::max<std::uint64_t>(kFewest, std::min<std::uint64_t>(share, space.most)));
  std::vector<Sorter<Record>> sorters;
  for (const unsigned b : bits) sorters.emplace_back(b, room, space.folder);
  return sorters;
}

}  // namespace ow
