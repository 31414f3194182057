// SPDX-License-Identifier: Apache-2.0
// The shared memory that another process has open, by the names of its segments.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace baton::observe {

class SegmentFiles {
 public:
  /// Reads /proc/<pid>/fd. Fails when there is no such process here, or when it belongs to another
  /// user. The process does not notice.
  static base::Result<SegmentFiles> of(pid_t pid);
  /// Those of the process that has a segment of this name open, wherever its participant says that
  /// it runs; its number in another PID namespace says nothing here. None: no process of this user
  /// has.
  static std::optional<SegmentFiles> with(const std::string& segment);

  pid_t pid() const { return pid_; }
  bool has(const std::string& segment) const { return paths_.contains(segment); }
  /// Opens a segment for reading.
  base::Result<base::UniqueFd> open(const std::string& segment) const;

 private:
  pid_t pid_ = 0;
  std::map<std::string, std::string> paths_;
};

}  // namespace baton::observe
