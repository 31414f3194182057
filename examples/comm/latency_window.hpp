// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

/// The latencies since the last report.
class LatencyWindow {
 public:
  void add(std::uint64_t latency_ns) {
    min_ns_ = count_ == 0 ? latency_ns : std::min(min_ns_, latency_ns);
    max_ns_ = std::max(max_ns_, latency_ns);
    sum_ns_ += latency_ns;
    ++count_;
  }

  std::uint64_t count() const { return count_; }
  double avg_us() const { return static_cast<double>(sum_ns_) / 1e3 / static_cast<double>(count_); }
  double min_us() const { return static_cast<double>(min_ns_) / 1e3; }
  double max_us() const { return static_cast<double>(max_ns_) / 1e3; }

 private:
  std::uint64_t count_ = 0;
  std::uint64_t sum_ns_ = 0;
  std::uint64_t min_ns_ = 0;
  std::uint64_t max_ns_ = 0;
};
