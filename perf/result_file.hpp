// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>

namespace perf {

/// A file that appears only when it is complete. It is written as `<name>.partial`, and renamed
/// when it is kept; otherwise it is removed. A process that is killed leaves the partial file, and
/// a former file of that name.
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
