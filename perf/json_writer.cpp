// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "report.hpp"
#include "report_values.hpp"

namespace perf {
namespace {

class JsonWriter final : public ReportWriter {
 public:
  // Opened before the run, so that a run is not made whose results cannot be kept.
  explicit JsonWriter(const std::string& file_name) : name_(file_name), file_(file_name) {
    if (!file_) throw RunError(fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
  }

  void end(const Report& report) override {
    file_ << report_as_json(report).dump(1) << std::endl;
    if (!file_) throw RunError(fmt::format("cannot write {}: is the disk full?", name_));
  }

 private:
  std::string name_;
  std::ofstream file_;
};

}  // namespace

std::unique_ptr<ReportWriter> make_json_writer(const std::string& file_name) {
  return std::make_unique<JsonWriter>(file_name);
}

}  // namespace perf
