// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

/// The latencies since the last report; ask only when there are some.
class LatencyWindow {
 public:
  void add(std::uint64_t latency_ns) { latencies_ns_.push_back(latency_ns); }

  std::size_t count() const { return latencies_ns_.size(); }
  double avg_us() const {
    const double sum_ns = std::accumulate(latencies_ns_.begin(), latencies_ns_.end(), 0.0);
    return sum_ns / 1e3 / static_cast<double>(count());
  }
  /// Reorders them: call it once, for the report.
  double p50_us() {
    const auto middle = latencies_ns_.begin() + static_cast<std::ptrdiff_t>(count() / 2);
    std::nth_element(latencies_ns_.begin(), middle, latencies_ns_.end());
    return static_cast<double>(*middle) / 1e3;
  }
  double min_us() const {
    return static_cast<double>(*std::min_element(latencies_ns_.begin(), latencies_ns_.end())) / 1e3;
  }
  double max_us() const {
    return static_cast<double>(*std::max_element(latencies_ns_.begin(), latencies_ns_.end())) / 1e3;
  }

 private:
  std::vector<std::uint64_t> latencies_ns_;
};
