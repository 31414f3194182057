// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>

#include <libstatistics_collector/collector/metric_details_interface.hpp>
#include <libstatistics_collector/moving_average_statistics/moving_average.hpp>
#include <libstatistics_collector/moving_average_statistics/types.hpp>

namespace libstatistics_collector::collector {

/// Gathers measurements of one kind between Start() and Stop(); classes that derive say what they
/// are. Any thread may call anything.
class Collector : public MetricDetailsInterface {
 public:
  Collector() = default;
  ~Collector() override = default;

  virtual void AcceptData(const double measurement) { measurements_.AddMeasurement(measurement); }
  virtual moving_average_statistics::StatisticData GetStatisticsResults() const {
    return measurements_.GetStatistics();
  }
  virtual void ClearCurrentMeasurements() { measurements_.Reset(); }

  bool IsStarted() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return started_;
  }
  virtual std::string GetStatusString() const {
    return std::string("started=") + (IsStarted() ? "true, " : "false, ") +
           StatisticsDataToString(GetStatisticsResults());
  }

  /// False if it was started, else what SetupStart() says.
  virtual bool Start() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (started_) return false;
    started_ = true;
    return SetupStart();
  }
  /// False if it was not started, else what SetupStop() says. The measurements are dropped.
  virtual bool Stop() {
    bool stopped = false;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!started_) return false;
      started_ = false;
      stopped = SetupStop();
    }
    ClearCurrentMeasurements();
    return stopped;
  }

 private:
  // Called under the lock: they may not ask whether this is started.
  virtual bool SetupStart() = 0;
  virtual bool SetupStop() = 0;

  mutable std::mutex mutex_;
  moving_average_statistics::MovingAverageStatistics measurements_;
  bool started_ = false;
};

}  // namespace libstatistics_collector::collector
