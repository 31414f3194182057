// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"
#include "report_values.hpp"
#include "result_file.hpp"

namespace perf {
namespace {

class JsonWriter final : public ReportWriter {
 public:
  // Opened before the run, so that a run is not made whose results cannot be kept.
  explicit JsonWriter(const std::string& file_name) : file_(file_name) {}

  void end(const Report& report) override {
    file_.out() << report_as_json(report).dump(1) << "\n";
    file_.keep();
  }

 private:
  ResultFile file_;
};

}  // namespace

std::unique_ptr<ReportWriter> make_json_writer(const std::string& file_name) {
  return std::make_unique<JsonWriter>(file_name);
}

}  // namespace perf
