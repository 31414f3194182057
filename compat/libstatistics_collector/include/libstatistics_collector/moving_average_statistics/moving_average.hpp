// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <numeric>
#include <type_traits>

#include <rcpputils/thread_safety_annotations.hpp>

#include <libstatistics_collector/moving_average_statistics/types.hpp>

namespace libstatistics_collector::moving_average_statistics {

/// Statistics of all measurements since the last Reset(), of which none is kept. Any thread may
/// call anything.
class MovingAverageStatistics {
 public:
  MovingAverageStatistics() = default;
  virtual ~MovingAverageStatistics() = default;

  double Average() const { return GetStatistics().average; }
  double Max() const { return GetStatistics().max; }
  double Min() const { return GetStatistics().min; }
  double StandardDeviation() const { return GetStatistics().standard_deviation; }

  StatisticData GetStatistics() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (count_ == 0) return {};
    const double variance = squares_ / static_cast<double>(count_);
    return {mean_, min_, max_, std::sqrt(variance), count_};
  }

  void Reset() {
    const std::lock_guard<std::mutex> lock(mutex_);
    count_ = 0;
    mean_ = squares_ = 0;
    min_ = std::numeric_limits<double>::infinity();
    max_ = -min_;
  }

  /// What is no number is left out.
  virtual void AddMeasurement(const double item) {
    if (std::isnan(item)) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    // Welford's way: the squares of the values themselves would lose the digits that differ.
    const double before = item - mean_;
    mean_ += before / static_cast<double>(++count_);
    squares_ += before * (item - mean_);
    min_ = std::min(min_, item);
    max_ = std::max(max_, item);
  }

  std::uint64_t GetCount() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return count_;
  }

 private:
  mutable std::mutex mutex_;
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // of the distances from the mean, summed
  double min_ = std::numeric_limits<double>::infinity();
  double max_ = -std::numeric_limits<double>::infinity();
};

}  // namespace libstatistics_collector::moving_average_statistics
