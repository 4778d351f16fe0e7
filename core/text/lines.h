// Many lines at once, as learning needs them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/rules.h"

namespace ow::text {

/// Each line as its tokens with single spaces between them, in lower case if asked for; `threads`
/// as for_each_in_order takes them.
std::vector<std::string> tokenise_lines(std::span<const std::string_view> lines, const Rules& rules,
                                        bool lower_case, unsigned threads);

}  // namespace ow::text
