// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <libstatistics_collector/visibility_control.hpp>

namespace libstatistics_collector::collector {

/// What is measured, and in which unit.
class MetricDetailsInterface {
 public:
  virtual ~MetricDetailsInterface() = default;
  virtual std::string GetMetricName() const = 0;
  virtual std::string GetMetricUnit() const = 0;
};

}  // namespace libstatistics_collector::collector
