// SPDX-License-Identifier: Apache-2.0
#include "tables.hpp"

#include <fmt/format.h>

namespace perf {
namespace {

std::string us(double ns) { return fmt::format("{:.3f}", ns / 1e3); }
std::string us(int64_t ns) { return us(static_cast<double>(ns)); }
std::string us2(double ns2) { return fmt::format("{:.3f}", ns2 / 1e6); }

Lines run_time(const Summary& s) {
  return titled("run time (s)", framed({{"T_experiment", fmt::format("{:.6f}", s.experiment_s),
                                         "T_loop", fmt::format("{:.6f}", s.duration_s)}}));
}

Lines samples(const Summary& s) {
  const auto n = [](uint64_t count) { return fmt::format("{}", count); };
  const Counts& c = s.counts;
  return titled(
      "samples (data_recv: bytes)",
      framed({{"recv", "sent", "lost", "data_recv", "relative_loss"},
              {n(c.received), n(c.sent), n(c.lost), n(s.data_bytes),
               fmt::format("{:.6f}", s.relative_loss())},
              {"corrupt", "no_loan", "late", "duplicate", "out_of_order"},
              {n(c.corrupt), n(c.no_loan), n(c.late), n(c.duplicate), n(c.out_of_order)}}));
}

Lines durations(const std::string& title, const Histogram& h) {
  return titled(title + " (us, variance: us^2)",
                framed({{"min", "max", "mean", "variance"},
                        {us(h.min_ns()), us(h.max_ns()), us(h.mean_ns()), us2(h.variance_ns2())},
                        {"p50", "p90", "p99", "p99.9"},
                        {us(h.percentile_ns(0.5)), us(h.percentile_ns(0.9)),
                         us(h.percentile_ns(0.99)), us(h.percentile_ns(0.999))}}));
}

Lines system_usage(const Summary& s, size_t process_count) {
  std::vector<std::string> names(ResourceUsage::names.begin(), ResourceUsage::names.end());
  std::vector<std::string> values;
  for (size_t i = 0; i < ResourceUsage::count; ++i) {
    const auto value = static_cast<double>(s.usage.values[i]);
    values.push_back(i <= ResourceUsage::stime ? fmt::format("{:.3f}", value / 1e6)
                                               : fmt::format("{}", s.usage.values[i]));
  }
  const auto half = [](const std::vector<std::string>& all, size_t which) {
    return std::vector<std::string>(all.begin() + which * 8, all.begin() + which * 8 + 8);
  };
  return titled(
      fmt::format("system usage (utime, stime: ms; maxrss: kB, since start; {}CPU: {:.1f} % of one "
                  "core)",
                  process_count > 1 ? fmt::format("sum of {} processes; ", process_count) : "",
                  s.cpu_percent()),
      framed({half(names, 0), half(values, 0), half(names, 1), half(values, 1)}));
}

void append(Lines& lines, const Lines& more) {
  lines.insert(lines.end(), more.begin(), more.end());
  lines.emplace_back();
}

}  // namespace

Lines tables_of(const Summary& s, size_t process_count) {
  Lines lines;
  append(lines, run_time(s));
  append(lines, side_by_side(samples(s), durations("latency", s.latency)));
  append(lines, side_by_side(durations("publisher loop", s.publisher_loop),
                             durations("subscriber loop", s.subscriber_loop)));
  append(lines, side_by_side(durations("loan", s.loan), durations("publish", s.publish)));
  if (s.all_received.count() > 0) append(lines, durations("all_received", s.all_received));
  append(lines, system_usage(s, process_count));
  return lines;
}

}  // namespace perf
