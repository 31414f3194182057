// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

namespace node_costs {

/// Durations that one thread adds. Other threads may ask how many there are. They may read the
/// durations when that thread has ended, or certainly adds no more.
class Latencies {
 public:
  Latencies() { values_ns_.reserve(std::size_t{1} << 20); }

  void add(std::int64_t value_ns) {
    if (values_ns_.size() < values_ns_.capacity()) values_ns_.push_back(value_ns);
    count_.fetch_add(1, std::memory_order_release);
  }
  std::size_t count() const { return count_.load(std::memory_order_acquire); }
  const std::vector<std::int64_t>& values_ns() const { return values_ns_; }

 private:
  std::vector<std::int64_t> values_ns_;
  std::atomic<std::size_t> count_{0};
};

inline nlohmann::json figures(std::vector<std::int64_t> values_ns) {
  if (values_ns.empty()) return {{"count", 0}};
  std::sort(values_ns.begin(), values_ns.end());
  const auto percentile = [&](std::size_t percent) {
    return values_ns[std::min(values_ns.size() - 1, values_ns.size() * percent / 100)];
  };
  return {{"min", values_ns.front()}, {"p50", percentile(50)},   {"p90", percentile(90)},
          {"p99", percentile(99)},    {"max", values_ns.back()}, {"count", values_ns.size()}};
}

}  // namespace node_costs
