// Tables as text, in the order of the file: by source, best entries first.
#pragma once

#include <string>

#include "base/output.h"
#include "table/rows.h"
#include "table/table.h"

namespace ow {

/// `source ||| target ||| scores [||| alignment [||| count]]`. Tag signatures have no place there.
/// Reading the text again gives the same scores, bit for bit; probabilities can do that only if no
/// log is closer to 0 than 1e-8. Throws FormatError for a log whose probability no number can hold.
void write_moses(const Table& table, Output& out, ScoreScale scale);

/// A header, then source, target, scores and what the table has of count, tags and alignment.
void write_tsv(const Table& table, Output& out, ScoreScale scale);

/// `0-0 1-2`, appended.
void append_alignment(std::span<const AlignmentPoint> alignment, std::string& out);
/// The words of a phrase with blanks between them, appended.
void append_phrase(const Vocabulary& vocabulary, std::span<const WordId> words, std::string& out);

}  // namespace ow
