// From collected entries to the bytes of a table file; used by TableBuilder only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/container.h"
#include "table/builder.h"
#include "table/codebook.h"
#include "table/format.h"

namespace ow {

class TableWriter {
 public:
  TableWriter(const TableBuilder& builder, const WriteOptions& options);
  WriteReport write(const std::string& path);

 private:
  /// Numbers given by frequency: `texts` in the new order, `number` from old to new.
  struct Numbering {
    std::vector<std::string> texts;
    std::vector<std::uint32_t> number;
  };
  /// One entry of the source at hand; its target as ranks in `ranks_`.
  struct Candidate {
    const std::uint8_t* record;
    std::uint32_t arrival;
    std::uint32_t begin, length;
  };

  void group_by_source();
  void choose(std::uint32_t source);
  bool precedes(const Candidate& a, const Candidate& b) const;
  const std::uint8_t* sum(std::uint32_t source, const Candidate* begin, const Candidate* end);
  void count_use();
  void learn_codebooks();
  void sort_sources();
  void build_trie();
  void write_blocks(ContainerWriter& file);
  void encode_block(std::uint32_t source, std::vector<std::uint8_t>& out);
  std::span<const std::uint8_t* const> kept(std::uint32_t source) const {
    return {records_.data() + starts_[source], kept_[source]};
  }

  const TableBuilder& builder_;
  WriteOptions options_;
  WriteReport report_;
  table_format::Summary summary_{};
  EntryLayout layout_;  // of the file

  std::vector<std::uint32_t> rank_;           // of each of the builder's words in text order
  std::vector<std::uint64_t> starts_;         // of each source in records_
  std::vector<std::uint32_t> kept_;           // how many of a source's records are kept
  std::vector<const std::uint8_t*> records_;  // by source; the kept ones first, by target text
  Records sums_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> ranks_;

  Numbering words_, tags_;
  std::vector<Codebook> codebooks_;
  std::vector<float> codebook_values_;
  std::vector<WordId> source_words_;  // of all sources, in the file's numbers
  std::vector<std::uint64_t> source_begins_;
  std::vector<std::uint32_t> source_order_;
  std::vector<table_format::Node> nodes_;
  std::vector<std::uint32_t> source_of_node_;
};

}  // namespace ow
