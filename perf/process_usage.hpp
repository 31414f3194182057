// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <istream>

namespace perf {

/// The 16 figures of getrusage, in its order. Times are in ns, maxrss in kB.
struct ResourceUsage {
  static constexpr size_t count = 16;
  static constexpr std::array<const char*, count> names = {
      "utime", "stime",   "maxrss",  "ixrss",  "idrss",  "isrss",    "minflt", "majflt",
      "nswap", "inblock", "oublock", "msgsnd", "msgrcv", "nsignals", "nvcsw",  "nivcsw"};
  static constexpr size_t utime = 0, stime = 1, maxrss = 2;

  std::array<int64_t, count> values{};

  static ResourceUsage of_this_process();

  /// What was used since `earlier`. maxrss is a peak and is not subtracted.
  ResourceUsage since(const ResourceUsage& earlier) const;
  void add(const ResourceUsage& other);
  int64_t cpu_ns() const { return values[utime] + values[stime]; }
};

/// Memory as the kernel accounts it, without the tool's own scoreboard.
struct MemoryUsage {
  int64_t rss_kb = 0;
  int64_t pss_kb = 0;
};

/// Sums up a /proc/PID/smaps, leaving out mappings whose name contains `excluded`.
MemoryUsage sum_of_mappings(std::istream& smaps, const char* excluded);
MemoryUsage memory_of_this_process();
int threads_of_this_process();

}  // namespace perf
