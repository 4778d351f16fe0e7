// Faces made of punctuation, which the tokeniser leaves whole.
#pragma once

#include <span>

namespace ow::text {

/// Whether all of it is a face such as `:-)`, `;P`, `(:`, `<3` or `^_^`.
bool is_emoticon(std::span<const char32_t> codes);

}  // namespace ow::text
