// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>

#include <libstatistics_collector/visibility_control.hpp>

namespace libstatistics_collector::moving_average_statistics {

/// Of a number of measurements; not numbers without one.
struct StatisticData {
  double average = std::nan("");
  double min = std::nan("");
  double max = std::nan("");
  /// Of these measurements as all there are: divided by their number.
  double standard_deviation = std::nan("");
  std::uint64_t sample_count = 0;
};

inline std::string StatisticsDataToString(const StatisticData& results) {
  return "avg=" + std::to_string(results.average) + ", min=" + std::to_string(results.min) +
         ", max=" + std::to_string(results.max) +
         ", std_dev=" + std::to_string(results.standard_deviation) +
         ", count=" + std::to_string(results.sample_count);
}

}  // namespace libstatistics_collector::moving_average_statistics
