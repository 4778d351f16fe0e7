// The envelope of every binary file: magic, version, sections, and a checksum for each 64 KiB.
//
// Opening reads the header, the directory and the checksums (milliseconds, whatever the size). A
// chunk of the payload is verified the first time it is touched, so nothing unverified is used and
// little unused is read: when half of the chunks were touched, the others are verified, too, and
// nobody has to ask any more. A file under construction has another name until it is complete.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace ow {

/// What kind of file this is: the first eight bytes, the version written and understood, and the
/// name used in messages.
struct FileKind {
  char magic[8];
  std::uint32_t version;
  const char* name;
};

class Container;

/// A typed section; each access is bounds-checked and verified on first touch.
template <class T>
class View {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  View() = default;
  inline View(const Container* file, const T* data, std::size_t size);

  std::size_t size() const { return size_; }
  inline const T& operator[](std::size_t i) const;
  /// Elements [begin, end) as plain memory, verified.
  inline std::span<const T> range(std::size_t begin, std::size_t end) const;
  void prefetch(std::size_t i) const {
    if (i < size_) __builtin_prefetch(data_ + i);
  }

 private:
  void ensure(std::size_t begin, std::size_t end) const;

  const Container* file_ = nullptr;
  const T* data_ = nullptr;
  std::size_t size_ = 0;
  // What `ensure` needs of the file: this is where all time would go.
  const std::atomic<bool>* whole_ = nullptr;
  const std::atomic<std::uint8_t>* verified_ = nullptr;
  std::size_t offset_ = 0;
};

/// A memory-mapped binary file, read only, safe to share between threads.
class Container {
 public:
  /// Throws FormatError for anything but a complete file of this kind, SystemError if unreadable.
  Container(std::string path, const FileKind& kind);
  ~Container();
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }

  /// The section with this id. Throws when it is missing or not a whole number of T.
  template <class T>
  View<T> section(std::uint32_t id) const {
    const Range range = find(id, sizeof(T));
    return {this, reinterpret_cast<const T*>(base_ + range.offset), range.size / sizeof(T)};
  }
  bool has_section(std::uint32_t id) const;

  /// Verifies the chunks from `first` to `last` that were not verified before.
  void ensure_chunks(std::size_t first, std::size_t last) const;
  /// Verifies the whole file now.
  void ensure_all() const;

  [[noreturn]] void corrupt(std::string_view why) const;

  static constexpr unsigned kChunkBits = 16;

 private:
  template <class T>
  friend class View;

  struct Range {
    std::uint64_t offset, size;
  };
  Range find(std::uint32_t id, std::size_t element) const;
  void verify(std::size_t chunk) const;

  std::string path_;
  std::string kind_name_;
  const std::byte* base_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t data_offset_ = 0;
  std::uint64_t data_size_ = 0;
  std::vector<std::uint32_t> section_ids_;
  std::vector<Range> section_ranges_;
  std::vector<std::uint64_t> chunk_hashes_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> verified_;  // by chunk
  mutable std::atomic<std::size_t> verified_count_ = 0;
  mutable std::atomic<bool> whole_ = false;  // all chunks are verified
};

/// Writes a container under a temporary name; only `commit` gives it its own.
class ContainerWriter {
 public:
  ContainerWriter(std::string path, const FileKind& kind);
  ~ContainerWriter();
  ContainerWriter(const ContainerWriter&) = delete;
  ContainerWriter& operator=(const ContainerWriter&) = delete;

  /// Opens a new section; later writes go there.
  void begin_section(std::uint32_t id);
  void write(const void* data, std::size_t size);
  template <class T>
  void add_section(std::uint32_t id, std::span<const T> elements) {
    begin_section(id);
    write(elements.data(), elements.size_bytes());
  }
  template <class T>
  void add_section(std::uint32_t id, const std::vector<T>& elements) {
    add_section(id, std::span<const T>(elements));
  }
  /// Checksums, header, fsync, rename.
  void commit();

 private:
  void write_all(const void* data, std::size_t size);
  void close_section();

  std::string path_;
  std::string temporary_;
  FileKind kind_;
  std::FILE* file_ = nullptr;
  std::uint64_t position_ = 0;
  struct Section {
    std::uint32_t id;
    std::uint64_t offset, size;
  };
  std::vector<Section> sections_;
};

template <class T>
View<T>::View(const Container* file, const T* data, std::size_t size)
    : file_(file),
      data_(data),
      size_(size),
      whole_(&file->whole_),
      verified_(file->verified_.get()),
      offset_(reinterpret_cast<const std::byte*>(data) - file->base_ - file->data_offset_) {}

template <class T>
const T& View<T>::operator[](std::size_t i) const {
  if (i >= size_) [[unlikely]]
    file_->corrupt("an index points outside its section");
  ensure(i, i + 1);
  return data_[i];
}

template <class T>
std::span<const T> View<T>::range(std::size_t begin, std::size_t end) const {
  if (begin > end || end > size_) [[unlikely]]
    file_->corrupt("a range points outside its section");
  if (begin != end) ensure(begin, end);
  return {data_ + begin, end - begin};
}

template <class T>
inline void View<T>::ensure(std::size_t begin, std::size_t end) const {
  if (whole_->load(std::memory_order_relaxed)) [[likely]]
    return;
  const std::size_t first = (offset_ + begin * sizeof(T)) >> Container::kChunkBits;
  const std::size_t last = (offset_ + end * sizeof(T) - 1) >> Container::kChunkBits;
  const unsigned ends = verified_[first].load(std::memory_order_relaxed) &
                        verified_[last].load(std::memory_order_relaxed);
  if (ends == 0 || last - first > 1) [[unlikely]]
    file_->ensure_chunks(first, last);
}

}  // namespace ow
