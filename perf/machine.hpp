// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace perf {

/// What the figures depend on beside the code.
struct Machine {
  std::string cpu;
  int cores = 0;
  std::string kernel;
  std::string governor;  ///< "unknown" when the kernel does not say, as in most virtual machines
  uint64_t memory_kb = 0;
  std::string hypervisor;  ///< empty on bare metal
  std::string clocksource;
  std::string version;  ///< of the perf_test program
  std::string compiler;
  std::string build_type;

  static Machine describe();
};

}  // namespace perf
