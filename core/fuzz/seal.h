// Containers with any content but right checksums, so that what reads the content is reached.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/container.h"
#include "base/hash.h"

namespace ow::fuzz {

struct Section {
  std::uint32_t id;
  std::string content;
};

/// The sections with these ids, as they are in a file.
inline std::vector<Section> read_sections(const std::string& path, const FileKind& kind,
                                          std::initializer_list<std::uint32_t> ids) {
  const Container file(path, kind);
  std::vector<Section> sections;
  for (const std::uint32_t id : ids) {
    if (!file.has_section(id)) continue;
    const auto view = file.section<char>(id);
    const auto content = view.range(0, view.size());
    sections.push_back({id, {content.begin(), content.end()}});
  }
  return sections;
}

/// Takes the input as a list of edits: which section, where, what to put there.
inline void edit(std::vector<Section>& sections, const std::uint8_t* data, std::size_t size) {
  for (std::size_t at = 0; at + 4 <= size; at += 4) {
    std::string& content = sections[data[at] % sections.size()].content;
    const std::size_t place = data[at + 1] | data[at + 2] << 8;
    if (data[at] & 0x80)
      content.resize(place % 4096);
    else if (!content.empty())
      content[place % content.size()] = static_cast<char>(data[at + 3]);
  }
}

/// The bytes of a container with these sections, as docs/formats.md describes them.
inline std::string seal(const FileKind& kind, const std::vector<Section>& sections) {
  constexpr std::size_t kFront = 2048, kAlignment = 64, kChunk = std::size_t{1} << 16;
  const auto append = [](std::string& out, auto number) {
    out.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  std::string directory, data;
  for (const Section& section : sections) {
    append(directory, section.id);
    append(directory, std::uint32_t{0});
    append(directory, std::uint64_t{kFront + data.size()});
    append(directory, std::uint64_t{section.content.size()});
    data += section.content;
    data.resize((data.size() + kAlignment - 1) / kAlignment * kAlignment);
  }
  std::string hashes;
  for (std::size_t at = 0; at < data.size(); at += kChunk)
    append(hashes, hash_bytes(data.data() + at, std::min(kChunk, data.size() - at)));

  std::string header(kind.magic, sizeof kind.magic);
  append(header, kind.version);
  append(header, static_cast<std::uint32_t>(sections.size()));
  for (const std::uint64_t number :
       {std::uint64_t{kFront + data.size() + hashes.size()}, std::uint64_t{kFront},
        std::uint64_t{data.size()}, std::uint64_t{hashes.size() / 8}, std::uint64_t{0},
        std::uint64_t{0}})
    append(header, number);
  const std::uint64_t parts[] = {hash_bytes(header.data(), header.size()),
                                 hash_bytes(directory.data(), directory.size()),
                                 hash_bytes(hashes.data(), hashes.size())};
  const std::uint64_t hash = hash_bytes(parts, sizeof parts);
  std::memcpy(header.data() + header.size() - sizeof hash, &hash, sizeof hash);
  std::string front = header + directory;
  front.resize(kFront);
  return front + data + hashes;
}

}  // namespace ow::fuzz
