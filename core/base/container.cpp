#include "base/container.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/hash.h"

namespace ow {
namespace {

struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t section_count;
  std::uint64_t file_size;
  std::uint64_t data_offset;
  std::uint64_t data_size;
  std::uint64_t chunk_count;
  std::uint64_t reserved;
  std::uint64_t hash;  // of header (this field zero), directory and chunk hashes
};
static_assert(sizeof(Header) == 64);

struct Entry {
  std::uint32_t id;
  std::uint32_t reserved;
  std::uint64_t offset;
  std::uint64_t size;
};
static_assert(sizeof(Entry) == 24);

constexpr std::uint64_t kAlignment = 64;
// The directory has a fixed place before the data, so a writer can stream its sections.
constexpr std::uint32_t kMaxSections = 64;
constexpr std::uint64_t kDataOffset = 2048;
static_assert(sizeof(Header) + kMaxSections * sizeof(Entry) <= kDataOffset);

std::uint64_t chunks_of(std::uint64_t size) {
  return (size + (1u << Container::kChunkBits) - 1) >> Container::kChunkBits;
}

std::uint64_t hash_front(Header header, const std::vector<Entry>& directory,
                         const std::uint64_t* chunk_hashes) {
  header.hash = 0;
  const std::uint64_t parts[3] = {
      hash_bytes(&header, sizeof header),
      hash_bytes(directory.data(), directory.size() * sizeof(Entry)),
      hash_bytes(chunk_hashes, header.chunk_count * sizeof(std::uint64_t)),
  };
  return hash_bytes(parts, sizeof parts);
}

std::uint64_t hash_chunk(const std::byte* data, std::uint64_t data_size, std::uint64_t chunk) {
  const std::uint64_t begin = chunk << Container::kChunkBits;
  const std::uint64_t length =
      std::min<std::uint64_t>(data_size - begin, 1u << Container::kChunkBits);
  return hash_bytes(data + begin, length);
}

/// So many elements from any place of a file; none at all from a file without data.
template <class T>
std::vector<T> copied(const std::byte* from, std::size_t count) {
  std::vector<T> elements(count);
  if (count > 0) std::memcpy(elements.data(), from, count * sizeof(T));
  return elements;
}

/// Closes a descriptor on every way out.
struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

void sync_folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const Descriptor directory{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (directory.fd >= 0) ::fsync(directory.fd);
}

/// Where symbolic links lead, even if there is nothing yet: the file is replaced, not the link.
std::string resolved(std::string path) {
  for (int links = 0; links < 40; ++links) {
    std::error_code error;
    const auto target = std::filesystem::read_symlink(path, error);
    if (error) return path;
    path = (std::filesystem::path(path).parent_path() / target).string();
  }
  throw SystemError(path, "follow", ELOOP);
}

/// Creates a file that nobody else has, beside `path`; its name is put into `temporary`.
std::FILE* create_beside(const std::string& path, std::string& temporary) {
  constexpr std::size_t kLongest = 255;  // of a name, in bytes
  const std::size_t name = path.rfind('/') + 1;
  for (int number = 0;; ++number) {
    const std::string ending = ".part-" + std::to_string(::getpid()) + "-" + std::to_string(number);
    temporary = path.substr(0, std::min(path.size(), name + kLongest - ending.size())) + ending;
    // Two threads, or two containers in which numbers of processes are the same, may write to one
    // path: each gets a file of its own, and the last one stays.
    std::FILE* const file = std::fopen(temporary.c_str(), "wb+x");
    if (file != nullptr || errno != EEXIST) return file;
  }
}

}  // namespace

Container::Container(std::string path, const FileKind& kind)
    : path_(std::move(path)), kind_name_(kind.name) {
  const Descriptor file{::open(path_.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) throw SystemError(path_, "open", errno);
  struct stat status;
  if (::fstat(file.fd, &status) != 0) throw SystemError(path_, "examine", errno);
  if (!S_ISREG(status.st_mode)) fail_in_file(path_, "not a regular file");
  size_ = static_cast<std::uint64_t>(status.st_size);
  if (size_ == 0) fail_in_file(path_, "the file is empty; build it again");
  const std::string expected = std::string(kind.name) + " file";
  Header header;
  if (size_ < kDataOffset) {
    char magic[sizeof header.magic] = {};
    const bool ours =
        size_ >= sizeof magic &&
        ::pread(file.fd, magic, sizeof magic, 0) == static_cast<ssize_t>(sizeof magic) &&
        std::memcmp(magic, kind.magic, sizeof magic) == 0;
    fail_in_file(path_, ours ? "truncated inside the header; copy or build it again"
                             : "not an otherwords " + expected + " (too short)");
  }
  void* mapping = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.fd, 0);
  if (mapping == MAP_FAILED) throw SystemError(path_, "map into memory", errno);
  base_ = static_cast<const std::byte*>(mapping);
  const auto reject = [this](const std::string& why) {
    ::munmap(const_cast<std::byte*>(base_), size_);
    base_ = nullptr;
    fail_in_file(path_, why);
  };

  std::memcpy(&header, base_, sizeof header);
  if (std::memcmp(header.magic, kind.magic, sizeof header.magic) != 0)
    reject("not an otherwords " + expected + " (wrong magic bytes)");
  if (header.version != kind.version)
    reject("format version " + std::to_string(header.version) + ", this program reads version " +
           std::to_string(kind.version) + "; build the file again with this program");
  if (header.file_size > size_)
    reject("truncated: " + std::to_string(size_) + " of " + std::to_string(header.file_size) +
           " bytes; copy or build it again");
  const bool sizes_agree =
      header.file_size == size_ && header.section_count <= kMaxSections &&
      header.data_offset == kDataOffset && header.data_size <= size_ - kDataOffset &&
      header.data_size % sizeof(std::uint64_t) == 0 &&
      header.chunk_count == chunks_of(header.data_size) &&
      size_ - kDataOffset - header.data_size == header.chunk_count * sizeof(std::uint64_t);
  if (!sizes_agree) reject("the sizes in the header contradict each other; build it again");

  const auto directory = copied<Entry>(base_ + sizeof header, header.section_count);
  data_offset_ = kDataOffset;
  data_size_ = header.data_size;
  chunk_hashes_ = copied<std::uint64_t>(base_ + data_offset_ + data_size_, header.chunk_count);
  if (hash_front(header, directory, chunk_hashes_.data()) != header.hash)
    reject("the checksum of the header is wrong: the file is damaged; copy or build it again");
  for (const Entry& entry : directory) {
    if (entry.offset % kAlignment != 0 || entry.offset < data_offset_ ||
        entry.offset > data_offset_ + data_size_ ||
        entry.size > data_offset_ + data_size_ - entry.offset)
      reject("section " + std::to_string(entry.id) + " lies outside the file");
    section_ids_.push_back(entry.id);
    section_ranges_.push_back({entry.offset, entry.size});
  }
  verified_ = std::make_unique<std::atomic<std::uint8_t>[]>(chunk_hashes_.size());
}

Container::~Container() {
  if (base_ != nullptr) ::munmap(const_cast<std::byte*>(base_), size_);
}

bool Container::has_section(std::uint32_t id) const {
  return std::find(section_ids_.begin(), section_ids_.end(), id) != section_ids_.end();
}

Container::Range Container::find(std::uint32_t id, std::size_t element) const {
  const auto found = std::find(section_ids_.begin(), section_ids_.end(), id);
  if (found == section_ids_.end()) corrupt("section " + std::to_string(id) + " is missing");
  const Range range = section_ranges_[found - section_ids_.begin()];
  if (range.size % element != 0)
    corrupt("section " + std::to_string(id) + " is not a whole number of elements");
  return range;
}

void Container::corrupt(std::string_view why) const {
  fail_in_file(path_,
               "damaged " + kind_name_ + " file: " + std::string(why) + "; copy or build it again");
}

void Container::verify(std::size_t chunk) const {
  if (hash_chunk(base_ + data_offset_, data_size_, chunk) != chunk_hashes_[chunk]) {
    const std::uint64_t begin = data_offset_ + (static_cast<std::uint64_t>(chunk) << kChunkBits);
    corrupt("wrong checksum in the 64 KiB from byte " + std::to_string(begin));
  }
  // Another thread may have verified it at the same time.
  if (verified_[chunk].exchange(1, std::memory_order_relaxed) == 0) ++verified_count_;
}

void Container::ensure_all() const {
  for (std::size_t chunk = 0; chunk < chunk_hashes_.size(); ++chunk) {
    if (!verified_[chunk].load(std::memory_order_relaxed)) verify(chunk);
  }
  whole_.store(true, std::memory_order_relaxed);
}

void Container::ensure_chunks(std::size_t first, std::size_t last) const {
  for (std::size_t chunk = first; chunk <= last; ++chunk) {
    if (!verified_[chunk].load(std::memory_order_relaxed)) verify(chunk);
  }
  if (2 * verified_count_ >= chunk_hashes_.size()) ensure_all();
}

ContainerWriter::ContainerWriter(std::string path, const FileKind& kind)
    : path_(resolved(std::move(path))), kind_(kind) {
  struct stat status;
  if (::stat(path_.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode))
      fail_in_file(path_, "not a regular file; a binary file cannot be written over it");
  } else if (errno != ENOENT) {
    throw SystemError(path_, "create", errno);  // better now than when all is written
  }
  file_ = create_beside(path_, temporary_);
  if (file_ == nullptr) throw SystemError(path_, "create", errno);
  const std::vector<char> blank(kDataOffset, 0);
  write_all(blank.data(), blank.size());
}

ContainerWriter::~ContainerWriter() {
  if (file_ != nullptr) {
    std::fclose(file_);
    ::unlink(temporary_.c_str());
  }
}

void ContainerWriter::write_all(const void* data, std::size_t size) {
  if (size > 0 && std::fwrite(data, 1, size, file_) != size)
    throw SystemError(temporary_, "write", errno);
  position_ += size;
}

void ContainerWriter::close_section() {
  if (!sections_.empty()) sections_.back().size = position_ - sections_.back().offset;
  static constexpr char kZeros[kAlignment] = {};
  write_all(kZeros, (kAlignment - position_ % kAlignment) % kAlignment);
}

void ContainerWriter::begin_section(std::uint32_t id) {
  close_section();
  if (sections_.size() == kMaxSections) fail_in_file(path_, "too many sections");
  sections_.push_back({id, position_, 0});
}

void ContainerWriter::write(const void* data, std::size_t size) {
  write_all(data, size);
}

void ContainerWriter::commit() {
  close_section();
  if (std::fflush(file_) != 0) throw SystemError(temporary_, "write", errno);
  Header header{};
  std::memcpy(header.magic, kind_.magic, sizeof header.magic);
  header.version = kind_.version;
  header.section_count = static_cast<std::uint32_t>(sections_.size());
  header.data_offset = kDataOffset;
  header.data_size = position_ - kDataOffset;
  header.chunk_count = chunks_of(header.data_size);
  header.file_size = position_ + header.chunk_count * sizeof(std::uint64_t);

  std::vector<std::uint64_t> hashes;
  std::vector<std::byte> chunk(std::size_t{1} << Container::kChunkBits);
  if (std::fseek(file_, kDataOffset, SEEK_SET) != 0) throw SystemError(temporary_, "seek", errno);
  for (std::uint64_t done = 0; done < header.data_size;) {
    const std::size_t length = std::min<std::uint64_t>(chunk.size(), header.data_size - done);
    if (std::fread(chunk.data(), 1, length, file_) != length)
      throw SystemError(temporary_, "read back", errno);
    hashes.push_back(hash_bytes(chunk.data(), length));
    done += length;
  }
  if (std::fseek(file_, 0, SEEK_END) != 0) throw SystemError(temporary_, "seek", errno);
  write_all(hashes.data(), hashes.size() * sizeof(std::uint64_t));

  std::vector<Entry> directory;
  for (const Section& section : sections_)
    directory.push_back({section.id, 0, section.offset, section.size});
  header.hash = hash_front(header, directory, hashes.data());
  if (std::fseek(file_, 0, SEEK_SET) != 0) throw SystemError(temporary_, "seek", errno);
  write_all(&header, sizeof header);
  write_all(directory.data(), directory.size() * sizeof(Entry));
  if (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0)
    throw SystemError(temporary_, "write", errno);
  const int closed = std::fclose(file_);
  file_ = nullptr;
  if (closed != 0 || ::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary_.c_str());
    throw SystemError(path_, "finish", error);
  }
  sync_folder_of(path_);
}

}  // namespace ow
