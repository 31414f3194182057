// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace perf {

/// Tells whether an address lies in memory that this process shares with others (a mapping of a
/// file in /dev/shm). Reads the list of mappings only when an address is in no known one.
class SharedMappings {
 public:
  bool hold(const void* address);

 private:
  void read();
  bool known(std::uintptr_t address) const;

  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> ranges_;
};

}  // namespace perf
