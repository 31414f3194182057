// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "base/error.hpp"

namespace baton::base {

/// How much memory can still be committed before the kernel kills a process for it.
struct Headroom {
  uint64_t available_bytes = 0;
  uint64_t total_bytes = 0;  ///< the size of the limit that decides
  std::string limited_by;    ///< for people: "the machine's memory", "memory cgroup /robot (...)"
};

/// The least of MemAvailable and of every memory cgroup (v1 or v2) from this process's own to the
/// top. What cannot be read or parsed does not limit. `root` is for tests. Reads files: not for the
/// hot path.
Headroom memory_headroom(const std::filesystem::path& root = "/");

/// Ok when `bytes` fit and max(16 MiB, 1 % of the limit) would remain. The error has code ENOMEM
/// and names the figures, the limit and the cure.
Status check_headroom(size_t bytes, const std::filesystem::path& root = "/");

}  // namespace baton::base
