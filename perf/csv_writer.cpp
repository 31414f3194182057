// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"
#include "report_values.hpp"
#include "result_file.hpp"

namespace perf {
namespace {

class CsvWriter final : public ReportWriter {
 public:
  explicit CsvWriter(const std::string& file_name) : file_(file_name) {}

  void begin(const Report& report) override {
    file_.out() << "Experiment started (UTC): " << report.started_utc << "\n"
                << "Command: " << report.command << "\n";
    write_values(options_as_json(report.options));
    write_values(machine_as_json(report.machine));
    for (const EndpointReport& endpoint : report.endpoints) {
      if (!receives(endpoint.plan.role)) continue;
      file_.out() << endpoint.process << ": " << describe_way(report, endpoint) << "\n";
    }
    file_.out() << "---EXPERIMENT-START---\n";
    std::string header;
    for (const auto& [name, value] : columns_of({})) header += (header.empty() ? "" : ",") + name;
    file_.out() << header << std::endl;
  }

  void interval(const Report&, const Summary& summary) override {
    std::string row;
    for (const auto& [name, value] : columns_of(summary)) row += (row.empty() ? "" : ",") + value;
    file_.out() << row << std::endl;
  }

  void end(const Report& report) override {
    if (!report.failure.empty()) file_.out() << "# failed: " << report.failure << "\n";
    if (report.interrupted) file_.out() << "# ended by a signal\n";
    file_.keep();
  }

 private:
  void write_values(const nlohmann::ordered_json& values) {
    for (const auto& [key, value] : values.items()) {
      file_.out() << key << ": " << (value.is_string() ? value.get<std::string>() : value.dump())
                  << "\n";
    }
  }

  ResultFile file_;
};

}  // namespace

std::unique_ptr<ReportWriter> make_csv_writer(const std::string& file_name) {
  return std::make_unique<CsvWriter>(file_name);
}

}  // namespace perf
