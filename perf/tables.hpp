// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "summary.hpp"
#include "text_table.hpp"

namespace perf {

/// run time, samples, latency, publisher loop, subscriber loop and system usage; below the columns
/// of the reference documents, the percentiles and what went wrong.
Lines tables_of(const Summary& summary, size_t process_count);

}  // namespace perf
