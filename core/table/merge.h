// The entries of one table as additions to another.
#pragma once

#include "table/builder.h"
#include "table/table.h"

namespace ow {

/// Adds all entries of a table. Throws FormatError unless both have the same scores in the same
/// order.
void add_table(TableBuilder& builder, const Table& table);

}  // namespace ow
