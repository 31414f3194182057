// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "report.hpp"
#include "tables.hpp"

namespace perf {
namespace {

std::string headline(const Options& o) {
  const auto plural = [](unsigned n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  const std::string endpoints =
      o.roundtrip != Roundtrip::none
          ? fmt::format("round trips, {}", to_string(o.roundtrip))
          : plural(o.publishers, "publisher") + ", " + plural(o.subscribers, "subscriber");
  const std::string rate =
      o.rate_hz == 0 ? "as fast as possible" : fmt::format("{:g} Hz", o.rate_hz);
  return fmt::format("{}, {}; {} ({} bytes), {}, fill {}", endpoints,
                     to_string(o.process_configuration), o.message_type().name,
                     o.message_type().size_bytes, rate, to_string(o.fill));
}

std::string quality_of_service(const Options& o) {
  return fmt::format("{}, {}, {}", o.reliable ? "reliable" : "best effort",
                     o.transient_local ? "transient local" : "volatile",
                     o.keep_all ? "keep all" : fmt::format("keep last {}", o.history_depth));
}

class StdoutWriter final : public ReportWriter {
 public:
  void begin(const Report& report) override {
    begun_ = true;
    const Options& o = report.options;
    fmt::print("perf_test {}: {}\n", report.machine.version, headline(o));
    fmt::print("communicator: {}\n", o.communicator);
    if (!o.is_floor()) fmt::print("quality of service: {}\n", quality_of_service(o));
    for (const EndpointReport& endpoint : report.endpoints) {
      if (!receives(endpoint.plan.role)) continue;
      fmt::print("{} <- {}: {}\n", endpoint.process, peers(endpoint),
                 describe_way(report, endpoint));
    }
    if (o.way == Way::poll_floor || o.way == Way::word_ring || o.way == Way::poll) {
      warn_of_crowding(report);
    }
    fmt::print("\n");
    flush();
  }

  void interval(const Report& report, const Summary& summary) override {
    if (redraws_ && drawn_lines_ > 0) fmt::print("\x1b[{}F\x1b[J", drawn_lines_);
    const Lines lines = tables_of(summary, report.processes.size());
    print(lines);
    drawn_lines_ = lines.size();
  }

  void end(const Report& report) override {
    if (!begun_ && !report.failure.empty()) return;  // there is nothing to report but the failure
    fmt::print("The whole run{}{}\n\n", report.interrupted ? ", ended by a signal" : "",
               report.options.ignore_s > 0
                   ? fmt::format(", without its first {:g} s", report.options.ignore_s)
                   : "");
    print(tables_of(report.run, report.processes.size()));
    print_extras(report);
    const bool by_clock = !report.interrupted && report.failure.empty();
    if (by_clock) fmt::print("Maximum runtime reached. Exiting.\n");
    flush();
  }

 private:
  static std::string peers(const EndpointReport& endpoint) {
    std::string names;
    for (const MatchedPeer& peer : endpoint.peers) {
      if (!peer.process.empty()) names += (names.empty() ? "" : ", ") + peer.process;
    }
    return names.empty() ? fmt::format("{} publisher{}", endpoint.peers.size(),
                                       endpoint.peers.size() == 1 ? "" : "s")
                         : names;
  }

  static void warn_of_crowding(const Report& report) {
    size_t pollers = 0;
    for (const EndpointReport& endpoint : report.endpoints) {
      pollers += endpoint.plan.role != Role::publisher || report.options.rate_hz == 0;
    }
    if (pollers > static_cast<size_t>(report.machine.cores)) {
      fmt::print(
          "note: {} busy threads on {} cores; the figures tell more about the scheduler "
          "than about the transport\n",
          pollers, report.machine.cores);
    }
  }

  /// Throws RunError if the text could not be written. A reader that has seen enough (`| head`) is
  /// no error.
  static void flush() {
    if (std::fflush(stdout) == 0 || errno == EPIPE) return;
    throw RunError(fmt::format("cannot write to the standard output: {}", std::strerror(errno)));
  }

  static void print(const Lines& lines) {
    for (const std::string& line : lines) fmt::print("{}\n", line);
    flush();
  }

  static void print_extras(const Report& report) {
    int64_t pss_kb = 0;
    for (const ProcessReport& process : report.processes) pss_kb += process.memory.pss_kb;
    fmt::print("memory: {} kB PSS in {} process{}\n", pss_kb, report.processes.size(),
               report.processes.size() == 1 ? "" : "es");
    for (const EndpointReport& endpoint : report.endpoints) {
      if (endpoint.counters.refusal.empty()) continue;
      fmt::print("note: {} was refused a publication: {}\n", name_of(endpoint.plan),
                 endpoint.counters.refusal);
    }
    if (report.options.memory) {
      for (const EndpointReport& endpoint : report.endpoints) {
        if (!publishes(endpoint.plan.role)) continue;
        fmt::print("pool of {}: {} bytes committed\n", name_of(endpoint.plan),
                   endpoint.counters.committed_bytes);
      }
    }
    if (report.options.check_memory) {
      fmt::print("heap allocations on the data path after the first second: {}\n",
                 report.run.counts.heap_allocations);
    }
  }

  const bool redraws_ = isatty(STDOUT_FILENO) == 1;
  size_t drawn_lines_ = 0;
  bool begun_ = false;
};

}  // namespace

std::unique_ptr<ReportWriter> make_stdout_writer() { return std::make_unique<StdoutWriter>(); }

}  // namespace perf
