// SPDX-License-Identifier: Apache-2.0
#include "communicators/shared_mappings.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>

namespace perf {

bool SharedMappings::hold(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  if (known(wanted)) return true;
  read();
  return known(wanted);
}

bool SharedMappings::known(std::uintptr_t address) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [address](const auto& range) {
    return range.first <= address && address < range.second;
  });
}

void SharedMappings::read() {
  ranges_.clear();
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0;
    unsigned long end = 0;
    if (line.find(" /dev/shm/") == std::string::npos) continue;
    if (std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) == 2) ranges_.emplace_back(begin, end);
  }
}

}  // namespace perf
