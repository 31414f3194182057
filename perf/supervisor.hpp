// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "communicators/floor_memory.hpp"
#include "communicators/roudi.hpp"
#include "options.hpp"
#include "realtime.hpp"
#include "report.hpp"
#include "scoreboard.hpp"
#include "workforce.hpp"

namespace perf {

/// Does one run: starts the workers, waits until all are matched, measures, and writes the report.
class Supervisor {
 public:
  Supervisor(const Options& options, const std::vector<std::string>& arguments);

  /// The exit status: 0 complete, also when ended by a signal; 1 failed, with one line on stderr.
  int run();

 private:
  void measure();
  bool match();
  void assign_all();
  void check_delivery() const;
  void check_counters() const;
  void check_strangers() const;
  void tell_of_other_half() const;
  void run_intervals();
  void end_run();
  void wait_for_stragglers();
  BoardState counts_now() const;
  BoardState state_now();
  void show_interval(const BoardState& state);
  void describe_processes();
  void note_endpoints(const nlohmann::json& endpoints);
  void summarize(const BoardState& final_state);
  void end_helpers();
  void write_end();

  Report report_;
  std::vector<std::string> arguments_;
  std::vector<ProcessPlan> plan_;
  std::vector<std::unique_ptr<ReportWriter>> writers_;
  CpuIdlePrevention cpu_idle_prevention_;
  Scoreboard scores_;
  std::unique_ptr<FloorDescriptors> floor_;
  std::optional<Roudi> roudi_;  // ends after the workers
  std::unique_ptr<Workforce> workforce_;

  int64_t start_ns_ = 0;
  BoardState base_;      // the state at which the run's summary begins
  BoardState previous_;  // the state at which the current interval begins
  std::vector<ResourceUsage> last_usages_;
};

}  // namespace perf
