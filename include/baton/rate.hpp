// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include <baton/ros_c/rcl_time.h>
#include <baton/clock.hpp>
#include <baton/duration.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace baton::client {

/// When the next turn of a loop is due. Not thread-safe.
class BATON_PUBLIC Pace {
 public:
  /// Throws std::invalid_argument unless the period is positive.
  Pace(std::int64_t period_ns, std::int64_t now_ns);
  /// Throws std::invalid_argument unless the rate is positive and its period a nanosecond at least.
  static Duration period_of(double rate_hz);

  /// Counts a turn and returns when to wake up; empty if that time is past. A loop that is late by
  /// less than a period has a short turn next. If it is later, the missed turns are dropped.
  std::optional<std::int64_t> next_ns(std::int64_t now_ns);
  void reset(std::int64_t now_ns) { last_ns_ = now_ns; }
  std::int64_t period_ns() const { return period_ns_; }

 private:
  std::int64_t period_ns_;
  std::int64_t last_ns_;
};

}  // namespace baton::client

namespace rclcpp {

/// Paces a loop. Not thread-safe.
class RateBase {
 public:
  using SharedPtr = std::shared_ptr<RateBase>;
  using ConstSharedPtr = std::shared_ptr<const RateBase>;
  using WeakPtr = std::weak_ptr<RateBase>;
  using UniquePtr = std::unique_ptr<RateBase>;

  RateBase() = default;
  virtual ~RateBase() = default;
  RateBase(const RateBase&) = delete;
  RateBase& operator=(const RateBase&) = delete;

  /// Blocks until the next turn is due. False when that time was past already, or when the sleep
  /// ended early as in Clock::sleep_until.
  virtual bool sleep() = 0;
  virtual bool is_steady() const = 0;
  virtual rcl_clock_type_t get_type() const = 0;
  /// Begins the current turn now.
  virtual void reset() = 0;
};

/// Paces a loop by a Clock, system time unless one is given.
class BATON_PUBLIC Rate : public RateBase {
 public:
  using SharedPtr = std::shared_ptr<Rate>;
  using ConstSharedPtr = std::shared_ptr<const Rate>;
  using WeakPtr = std::weak_ptr<Rate>;
  using UniquePtr = std::unique_ptr<Rate>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<Rate>(std::forward<Arguments>(arguments)...);
  }

  /// Throws std::invalid_argument when the rate or the period is not positive, or there is no
  /// clock.
  explicit Rate(double rate_hz, Clock::SharedPtr clock = std::make_shared<Clock>(RCL_SYSTEM_TIME));
  explicit Rate(const Duration& period,
                Clock::SharedPtr clock = std::make_shared<Clock>(RCL_SYSTEM_TIME));

  bool sleep() override;
  bool is_steady() const override;
  rcl_clock_type_t get_type() const override;
  void reset() override;
  std::chrono::nanoseconds period() const;

 private:
  Clock::SharedPtr clock_;
  client::Pace pace_;
};

/// Paces a loop by steady time.
class BATON_PUBLIC WallRate : public Rate {
 public:
  using SharedPtr = std::shared_ptr<WallRate>;
  using UniquePtr = std::unique_ptr<WallRate>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<WallRate>(std::forward<Arguments>(arguments)...);
  }

  explicit WallRate(double rate_hz) : Rate(rate_hz, std::make_shared<Clock>(RCL_STEADY_TIME)) {}
  explicit WallRate(const Duration& period)
      : Rate(period, std::make_shared<Clock>(RCL_STEADY_TIME)) {}
};

/// Paces a loop by ROS time of a clock without a time source. Use Rate with a node's clock to
/// follow simulated time.
class BATON_PUBLIC ROSRate : public Rate {
 public:
  using SharedPtr = std::shared_ptr<ROSRate>;
  using UniquePtr = std::unique_ptr<ROSRate>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<ROSRate>(std::forward<Arguments>(arguments)...);
  }

  explicit ROSRate(double rate_hz) : Rate(rate_hz, std::make_shared<Clock>(RCL_ROS_TIME)) {}
  explicit ROSRate(const Duration& period) : Rate(period, std::make_shared<Clock>(RCL_ROS_TIME)) {}
};

/// Paces a loop by a clock of chrono; the older interface.
template <class ChronoClock = std::chrono::high_resolution_clock>
class GenericRate : public RateBase {
 public:
  using SharedPtr = std::shared_ptr<GenericRate>;
  using UniquePtr = std::unique_ptr<GenericRate>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<GenericRate>(std::forward<Arguments>(arguments)...);
  }

  /// These throw as the constructors of Rate.
  explicit GenericRate(double rate_hz)
      : GenericRate(
            client::Pace::period_of(rate_hz).template to_chrono<std::chrono::nanoseconds>()) {}
  explicit GenericRate(std::chrono::nanoseconds period) : pace_(period.count(), now_ns()) {}

  bool sleep() override {
    const std::int64_t start_ns = now_ns();
    const auto due_ns = pace_.next_ns(start_ns);
    return due_ns && sleeper_.sleep_for(Duration::from_nanoseconds(*due_ns - start_ns));
  }
  bool is_steady() const override { return ChronoClock::is_steady; }
  rcl_clock_type_t get_type() const override {
    return ChronoClock::is_steady ? RCL_STEADY_TIME : RCL_SYSTEM_TIME;
  }
  void reset() override { pace_.reset(now_ns()); }
  std::chrono::nanoseconds period() const { return std::chrono::nanoseconds(pace_.period_ns()); }

 private:
  static std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               ChronoClock::now().time_since_epoch())
        .count();
  }

  client::Pace pace_;
  Clock sleeper_{RCL_STEADY_TIME};
};

}  // namespace rclcpp
