// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "communicator.hpp"
#include "machine.hpp"
#include "options.hpp"
#include "plan.hpp"
#include "summary.hpp"

namespace perf {

struct ProcessReport {
  std::string role;
  int pid = 0;
  ResourceUsage usage;
  MemoryUsage memory;
  int threads = 0;
};

struct EndpointReport {
  EndpointPlan plan;
  std::string process;  ///< "subscriber 3 (pid 4711)"
  std::vector<MatchedPeer> peers;
  EndpointCounters counters;
  ScoreState score;  ///< figures of the run
};

/// What is known once all endpoints are matched, and grows until the end.
struct Report {
  Options options;
  Machine machine;
  std::string command;
  std::string started_utc;
  std::vector<ProcessReport> processes;
  std::vector<EndpointReport> endpoints;
  std::vector<Summary> intervals;
  Summary run;
  double matched_after_s = 0;  ///< from starting the processes until all endpoints had their peers
  bool interrupted = false;
  std::string failure;  ///< empty: the run is complete
};

/// One form of output. A writer takes data and renders; it measures nothing.
class ReportWriter {
 public:
  virtual ~ReportWriter() = default;
  virtual void begin(const Report&) {}
  virtual void interval(const Report&, const Summary&) {}
  virtual void end(const Report&) = 0;
};

/// How the messages of a receiving endpoint travel: "shared memory with one copy: ...".
std::string describe_way(const Report& report, const EndpointReport& endpoint);

/// True if nothing was copied between the publisher's write and the subscriber's read.
bool is_zero_copy(const Report& report, const EndpointReport& endpoint);

std::unique_ptr<ReportWriter> make_stdout_writer();
/// These throw RunError when the file cannot be written.
std::unique_ptr<ReportWriter> make_csv_writer(const std::string& file_name);
std::unique_ptr<ReportWriter> make_json_writer(const std::string& file_name);

}  // namespace perf
