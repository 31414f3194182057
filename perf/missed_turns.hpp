// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace perf {

/// The turns to skip when one begins `late_ns` late: sending their messages in a burst would be
/// another load. The topics of a publisher take turns, `turn_ns` apart, and a turn is missed when
/// the next one of the same topic is due. So whole rounds of `topics` turns are skipped, and no
/// topic falls behind the others.
inline uint64_t missed_turns(int64_t late_ns, double turn_ns, unsigned topics) {
  const double round_ns = turn_ns * topics;
  return topics * static_cast<uint64_t>(static_cast<double>(late_ns) / round_ns);
}

}  // namespace perf
