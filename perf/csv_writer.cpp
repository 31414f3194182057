// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "report.hpp"
#include "report_values.hpp"

namespace perf {
namespace {

class CsvWriter final : public ReportWriter {
 public:
  explicit CsvWriter(const std::string& file_name) : name_(file_name), file_(file_name) {
    if (!file_) throw RunError(fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
  }

  void begin(const Report& report) override {
    file_ << "Experiment started (UTC): " << report.started_utc << "\n"
          << "Command: " << report.command << "\n";
    write_values(options_as_json(report.options));
    write_values(machine_as_json(report.machine));
    for (const EndpointReport& endpoint : report.endpoints) {
      if (!receives(endpoint.plan.role)) continue;
      file_ << endpoint.process << ": " << describe_way(report, endpoint) << "\n";
    }
    file_ << "---EXPERIMENT-START---\n";
    std::string header;
    for (const auto& [name, value] : columns_of({})) header += (header.empty() ? "" : ",") + name;
    file_ << header << std::endl;
  }

  void interval(const Report&, const Summary& summary) override {
    std::string row;
    for (const auto& [name, value] : columns_of(summary)) row += (row.empty() ? "" : ",") + value;
    file_ << row << std::endl;
  }

  void end(const Report& report) override {
    if (!report.failure.empty()) file_ << "# failed: " << report.failure << "\n";
    if (report.interrupted) file_ << "# ended by a signal\n";
    file_.flush();
    if (!file_) throw RunError(fmt::format("cannot write {}: is the disk full?", name_));
  }

 private:
  void write_values(const nlohmann::ordered_json& values) {
    for (const auto& [key, value] : values.items()) {
      file_ << key << ": " << (value.is_string() ? value.get<std::string>() : value.dump()) << "\n";
    }
  }

  std::string name_;
  std::ofstream file_;
};

}  // namespace

std::unique_ptr<ReportWriter> make_csv_writer(const std::string& file_name) {
  return std::make_unique<CsvWriter>(file_name);
}

}  // namespace perf
