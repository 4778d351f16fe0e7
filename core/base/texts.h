// Columns of texts as Arrow lays them out: text i is the bytes [offsets[i], offsets[i + 1]).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace ow {

/// Texts that belong to somebody else.
class TextsView {
 public:
  TextsView() = default;
  /// `offsets` has one more than there are texts.
  TextsView(std::span<const std::int32_t> offsets, const char* bytes)
      : offsets_(offsets), bytes_(bytes) {}

  std::size_t size() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
  std::string_view operator[](std::size_t i) const {
    return {bytes_ + offsets_[i], static_cast<std::size_t>(offsets_[i + 1] - offsets_[i])};
  }

 private:
  std::span<const std::int32_t> offsets_;
  const char* bytes_ = nullptr;
};

/// Texts collected one after the other.
struct Texts {
  std::vector<std::int32_t> offsets{0};
  std::string bytes;

  std::size_t size() const { return offsets.size() - 1; }
  void add(std::string_view text) {
    bytes += text;
    end_text();
  }
  /// Makes a text of the bytes that were appended since the last one.
  void end_text() {
    if (bytes.size() > std::numeric_limits<std::int32_t>::max())
      throw Error("a column has more than 2 GiB of text; work on fewer sentences at a time");
    offsets.push_back(static_cast<std::int32_t>(bytes.size()));
  }
  TextsView view() const { return {offsets, bytes.data()}; }
};

}  // namespace ow
