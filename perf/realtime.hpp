// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"

namespace perf {

/// Gives this thread the priority and the CPUs of --use-rt-prio and --use-rt-cpus. Throws RunError
/// with the cure when that is not permitted.
void apply_realtime(const Options& options);

/// While this object lives the CPUs stay awake (--prevent-cpu-idle).
class CpuIdlePrevention {
 public:
  /// Throws RunError with the cure.
  explicit CpuIdlePrevention(bool wanted);
  ~CpuIdlePrevention();
  CpuIdlePrevention(const CpuIdlePrevention&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace perf
