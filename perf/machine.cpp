// SPDX-License-Identifier: Apache-2.0
#include "machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "processor_name.hpp"

namespace perf {
namespace {

std::string first_line(const char* path, const char* otherwise) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? line : otherwise;
}

std::string value_in(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const size_t start = line.find_first_not_of(" \t", line.find(':') + 1);
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "";
}

std::string hypervisor_kind() {
  const std::string flags = value_in("/proc/cpuinfo", "flags");
  if (flags.find(" hypervisor") == std::string::npos) return "";
  return first_line("/sys/hypervisor/type", "virtual machine");
}

}  // namespace

Machine Machine::describe() {
  utsname kernel;
  uname(&kernel);
  Machine machine;
  machine.cpu = processor_name();
  machine.cores = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  machine.kernel = fmt::format("{} {}", kernel.sysname, kernel.release);
  machine.governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "unknown");
  machine.memory_kb = std::strtoull(value_in("/proc/meminfo", "MemTotal").c_str(), nullptr, 10);
  machine.hypervisor = hypervisor_kind();
  machine.clocksource =
      first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", "unknown");
  machine.version = PERF_TEST_VERSION;
  machine.compiler = fmt::format("{} {}",
#if defined(__clang__)
                                 "clang",
#else
                                 "gcc",
#endif
                                 __VERSION__);
  machine.build_type = PERF_TEST_BUILD_TYPE;
  return machine;
}

}  // namespace perf
