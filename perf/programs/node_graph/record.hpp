// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

namespace node_graph {

/// Which messages count: those of chains that began between these two times. Another thread sets it
/// while callbacks run.
class Window {
 public:
  // The order is that of the clock: messages of the window do not exist before it begins, and that
  // is later than this call.
  void set(std::int64_t begin_ns, std::int64_t end_ns) {
    end_ns_.store(end_ns, std::memory_order_relaxed);
    begin_ns_.store(begin_ns, std::memory_order_relaxed);
  }
  bool has(std::int64_t origin_ns) const {
    return origin_ns >= begin_ns_.load(std::memory_order_relaxed) && !is_over(origin_ns);
  }
  bool is_over(std::int64_t now_ns) const {
    return now_ns >= end_ns_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<std::int64_t> begin_ns_{std::numeric_limits<std::int64_t>::max()};
  std::atomic<std::int64_t> end_ns_{std::numeric_limits<std::int64_t>::max()};
};

/// Durations that the callbacks of one thread add. Others read them when that thread has ended.
/// Memory is touched as far as it is used, because it is measured, too.
class Durations {
 public:
  Durations() { values_ns_.reserve(std::size_t{1} << 16); }
  void add(std::int64_t value_ns) { values_ns_.push_back(value_ns); }

  /// {"max", "counts": [[value, how many], ...]}, ascending, to three digits, as in perf_test's
  /// results.
  nlohmann::json as_json() const;

 private:
  std::vector<std::int64_t> values_ns_;
};

}  // namespace node_graph
