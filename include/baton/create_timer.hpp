// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>
#include <baton/node_interfaces/node_timers_interface.hpp>
#include <baton/timer.hpp>

namespace rclcpp {
namespace detail {

/// Throws std::invalid_argument for a period that is negative or beyond 64 bits of nanoseconds.
template <class Rep, class Period>
std::chrono::nanoseconds timer_period(std::chrono::duration<Rep, Period> period) {
  using Wide = std::chrono::duration<long double, std::nano>;
  if (period < std::chrono::duration<Rep, Period>::zero()) {
    throw std::invalid_argument("timer period cannot be negative");
  }
  // As in rclcpp the longest number of nanoseconds is none too many: message filters of tf2_ros
  // wait so long. Such a timer is never due.
  if (Wide(period).count() > static_cast<long double>(std::numeric_limits<std::int64_t>::max())) {
    throw std::invalid_argument("timer period must be less than std::chrono::nanoseconds::max()");
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(period);
}

}  // namespace detail

/// Makes a timer of `clock`. The callback takes nothing, TimerBase& or const TimerInfo&. Throws
/// std::invalid_argument for an impossible period, or for a null pointer.
template <class Rep, class Period, class F>
typename GenericTimer<F>::SharedPtr create_timer(Clock::SharedPtr clock,
                                                 std::chrono::duration<Rep, Period> period,
                                                 F callback, CallbackGroup::SharedPtr group,
                                                 node_interfaces::NodeBaseInterface* node_base,
                                                 node_interfaces::NodeTimersInterface* node_timers,
                                                 bool autostart = true) {
  if (clock == nullptr) throw std::invalid_argument("clock cannot be null");
  if (node_base == nullptr) throw std::invalid_argument("input node_base cannot be null");
  if (node_timers == nullptr) throw std::invalid_argument("input node_timers cannot be null");
  auto timer =
      std::make_shared<GenericTimer<F>>(std::move(clock), detail::timer_period(period),
                                        std::move(callback), node_base->get_context(), autostart);
  node_timers->add_timer(timer, std::move(group));
  return timer;
}

/// Makes a timer of the steady clock.
template <class Rep, class Period, class F>
typename WallTimer<F>::SharedPtr create_wall_timer(
    std::chrono::duration<Rep, Period> period, F callback, CallbackGroup::SharedPtr group,
    node_interfaces::NodeBaseInterface* node_base,
    node_interfaces::NodeTimersInterface* node_timers, bool autostart = true) {
  if (node_base == nullptr) throw std::invalid_argument("input node_base cannot be null");
  if (node_timers == nullptr) throw std::invalid_argument("input node_timers cannot be null");
  auto timer = std::make_shared<WallTimer<F>>(detail::timer_period(period), std::move(callback),
                                              node_base->get_context(), autostart);
  node_timers->add_timer(timer, std::move(group));
  return timer;
}

/// Makes a timer of `clock`, for a node's parts.
template <class F>
TimerBase::SharedPtr create_timer(
    const std::shared_ptr<node_interfaces::NodeBaseInterface>& node_base,
    const std::shared_ptr<node_interfaces::NodeTimersInterface>& node_timers,
    Clock::SharedPtr clock, Duration period, F&& callback, CallbackGroup::SharedPtr group = nullptr,
    bool autostart = true) {
  return create_timer(std::move(clock), std::chrono::nanoseconds(period.nanoseconds()),
                      std::decay_t<F>(std::forward<F>(callback)), std::move(group), node_base.get(),
                      node_timers.get(), autostart);
}

/// Makes a timer of `clock`, for a node in any form.
template <class Home, class F, std::enable_if_t<node_interfaces::detail::is_node<Home>, int> = 0>
TimerBase::SharedPtr create_timer(Home&& node, Clock::SharedPtr clock, Duration period,
                                  F&& callback, CallbackGroup::SharedPtr group = nullptr,
                                  bool autostart = true) {
  const auto base = node_interfaces::get_node_base_interface(node);
  node_interfaces::NodeTimersInterface timers(base);
  return create_timer(std::move(clock), std::chrono::nanoseconds(period.nanoseconds()),
                      std::decay_t<F>(std::forward<F>(callback)), std::move(group), base.get(),
                      &timers, autostart);
}

}  // namespace rclcpp
