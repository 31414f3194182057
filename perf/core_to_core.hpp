// SPDX-License-Identifier: Apache-2.0
//
// What a cache line takes from one core to another: the floor of every hand-over between two
// threads.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace perf {

/// Two logical CPUs; siblings are threads of one core.
struct CpuPair {
  int first = 0;
  int second = 0;
  bool siblings = false;

  bool operator==(const CpuPair&) const = default;
};

/// `0-3,8` -> 0 1 2 3 8. Empty when the text is no such list.
std::vector<int> cpus_of_list(const std::string& text);

/// The logical CPUs that this process may use.
std::vector<int> usable_cpus();

/// The first CPU with each other one, `most` at most, spread over all; its siblings are always
/// among them. `siblings_of_first` is what the kernel lists for it.
std::vector<CpuPair> pairs_to_measure(const std::vector<int>& usable,
                                      const std::vector<int>& siblings_of_first, size_t most);

/// Half of the median round trip of one line between two threads that are pinned to these CPUs.
/// Nothing when they cannot be pinned, or when in `patience` the line did not come round: then
/// other work has one of them.
std::optional<double> core_to_core_ns(const CpuPair& pair, std::chrono::milliseconds patience);

}  // namespace perf
