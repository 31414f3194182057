// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace perf {

using Lines = std::vector<std::string>;

/// A framed table of rows. There is a rule around it and after every row. All cells of a column are
/// as wide as its widest one.
Lines framed(const std::vector<std::vector<std::string>>& rows);

/// A title, an empty line, and the table.
Lines titled(const std::string& title, const Lines& table);

/// Two blocks next to each other.
Lines side_by_side(const Lines& left, const Lines& right);

}  // namespace perf
