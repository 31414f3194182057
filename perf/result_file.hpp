// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>

namespace perf {

/// A file that is whole or not there: it is written beside its place, as `<name>.partial`, and
/// moved there when it is kept. What is not kept is removed; a process that is killed leaves the
/// partial one, and what had the name before.
class ResultFile {
 public:
  /// Throws RunError when it cannot be written.
  explicit ResultFile(const std::string& name);
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  std::ostream& out() { return file_; }
  /// Throws RunError when not all of it could be written.
  void keep();

 private:
  const std::string name_;
  const std::string partial_;
  std::ofstream file_;
  bool kept_ = false;
};

}  // namespace perf
