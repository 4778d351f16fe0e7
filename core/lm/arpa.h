// The ARPA text format of back-off models.
#pragma once

#include <cstdint>
#include <string>

#include "lm/build.h"
#include "lm/model.h"

namespace ow::lm {

/// Reads a model as SRILM, IRSTLM and KenLM write it: text before \data\, blank lines, spaces for
/// tabs, missing back-offs, -99 and -inf, a missing <unk>. Anything else throws FormatError with
/// the line and the reason.
ModelBuilder read_arpa(int fd, const std::string& name);

/// Writes a model as ARPA text: words in order of their numbers, shortest exact decimals.
void write_arpa(const Model& model, int fd, const std::string& name);

}  // namespace ow::lm
