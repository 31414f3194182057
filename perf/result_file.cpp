// SPDX-License-Identifier: Apache-2.0
#include "result_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "report.hpp"

namespace perf {

ResultFile::ResultFile(const std::string& name)
    : name_(name), partial_(name + ".partial"), file_(partial_) {
  if (!file_) throw RunError(fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
}

ResultFile::~ResultFile() {
  if (!kept_) std::remove(partial_.c_str());
}

void ResultFile::keep() {
  file_.close();
  if (!file_) throw RunError(fmt::format("cannot write {}: is the disk full?", name_));
  if (std::rename(partial_.c_str(), name_.c_str()) != 0) {
    throw RunError(fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
  }
  kept_ = true;
}

}  // namespace perf
