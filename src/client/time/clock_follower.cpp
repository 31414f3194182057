// SPDX-License-Identifier: Apache-2.0
#include "client/time/clock_follower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <baton/ros_c/rcutils_logging.h>
#include <baton/create_subscription.hpp>

#include "client/log/log.hpp"
#include "client/parameters/parameter_store.hpp"
#include "client/time/message_seconds.hpp"
#include "client/time/simulated_time.hpp"

namespace baton::client {
namespace {

constexpr const char* parameter_name = "use_sim_time";

bool can_follow(const Clock& clock) { return clock.get_clock_type() == RCL_ROS_TIME; }

const Parameter* find(const std::vector<Parameter>& parameters) {
  const Parameter* found = nullptr;
  for (const Parameter& parameter : parameters) {
    if (parameter.get_name() == parameter_name) found = &parameter;
  }
  return found;
}

void begin_to_follow(Clock& clock, const std::optional<std::int64_t>& last_ns) {
  if (last_ns) set_ros_time(clock, *last_ns);
  enable_ros_time(clock);
}

}  // namespace

ClockFollower::ClockFollower(const QoS& qos, bool use_clock_thread)
    : qos_(qos), use_clock_thread_(use_clock_thread) {}

void ClockFollower::attach(const node_interfaces::NodeBaseInterface::SharedPtr& node,
                           const node_interfaces::NodeParametersInterface::SharedPtr& parameters) {
  detach();
  if (!parameters->has_parameter(parameter_name)) {
    parameters->declare_parameter(parameter_name, ParameterValue(false));
  }
  const Parameter now = parameters->get_parameter(parameter_name);
  if (now.get_type() != PARAMETER_BOOL) {
    throw std::invalid_argument(
        fmt::format("Invalid type for parameter '{}', should be 'bool'", parameter_name));
  }
  {
    const std::lock_guard lock(mutex_);
    node_ = node;
    parameters_ = parameters;
  }
  watch(*parameters);
  follow();
}

void ClockFollower::watch(node_interfaces::NodeParametersInterface& parameters) {
  auto checks = parameters.add_on_set_parameters_callback(
      [weak = weak_from_this()](const std::vector<Parameter>& changed) {
        if (const auto self = weak.lock()) return self->check(changed);
        rcl_interfaces::msg::SetParametersResult fine;
        fine.successful = true;
        return fine;
      });
  auto follows = parameters.store_->call_behind([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->follow();
  });
  const std::lock_guard lock(mutex_);
  checks_ = std::move(checks);
  follows_ = std::move(follows);
}

rcl_interfaces::msg::SetParametersResult ClockFollower::check(
    const std::vector<Parameter>& parameters) const {
  rcl_interfaces::msg::SetParametersResult result;
  result.successful = true;
  const Parameter* const parameter = find(parameters);
  if (parameter == nullptr) return result;
  if (parameter->get_type() != PARAMETER_BOOL) {
    result.successful = false;
    result.reason = fmt::format("'{}' must be a bool", parameter_name);
  } else if (parameter->as_bool()) {
    const std::lock_guard lock(mutex_);
    result.successful = std::all_of(clocks_.begin(), clocks_.end(),
                                    [](const auto& clock) { return can_follow(*clock); });
    if (!result.successful) {
      result.reason = fmt::format("'{}' cannot be true while a clock is not of type RCL_ROS_TIME",
                                  parameter_name);
    }
  }
  return result;
}

void ClockFollower::detach() {
  // May be the last reference: released without a lock.
  node_interfaces::NodeBaseInterface::SharedPtr node;
  node_interfaces::NodeParametersInterface::SharedPtr parameters;
  node_interfaces::OnSetParametersCallbackHandle::SharedPtr checks;
  {
    const std::lock_guard lock(mutex_);
    node = std::move(node_);
    parameters = std::move(parameters_);
    checks = std::move(checks_);
    follows_.reset();
  }
  if (checks) parameters->remove_on_set_parameters_callback(checks.get());
  std::unique_ptr<Reception> ended;
  const std::lock_guard switching(switching_);
  simulate(false, ended);
}

/// Does what the parameter says now. It reads the parameter again, because of two threads that set
/// it either may come here last.
void ClockFollower::follow() {
  // Destroyed without the lock: its thread may be waiting for the lock.
  std::unique_ptr<Reception> ended;
  node_interfaces::NodeParametersInterface::SharedPtr parameters;
  const std::lock_guard switching(switching_);
  {
    const std::lock_guard lock(mutex_);
    parameters = parameters_;
  }
  if (parameters) simulate(parameters->get_parameter(parameter_name).as_bool(), ended);
}

/// Called with switching_ held. The caller destroys `ended`.
void ClockFollower::simulate(bool on, std::unique_ptr<Reception>& ended) {
  std::vector<Clock::SharedPtr> clocks;
  node_interfaces::NodeBaseInterface::SharedPtr node;
  {
    const std::lock_guard lock(mutex_);
    if (simulated_ == on || (on && !node_)) return;
    if (on && !std::all_of(clocks_.begin(), clocks_.end(),
                           [](const auto& clock) { return can_follow(*clock); })) {
      throw std::invalid_argument(
          fmt::format("'{}' cannot be true while a clock is not of type "
                      "RCL_ROS_TIME",
                      parameter_name));
    }
    clocks = clocks_;
    node = node_;
  }
  auto reception = on ? receive(node) : nullptr;
  std::optional<std::int64_t> last_ns;
  {
    const std::lock_guard lock(mutex_);
    simulated_ = on;
    reception_.swap(reception);
    ended = std::move(reception);
    last_ns = last_ns_;
  }
  for (const auto& clock : clocks) {
    if (on) {
      begin_to_follow(*clock, last_ns);
    } else {
      if (can_follow(*clock)) disable_ros_time(*clock);
    }
  }
}

std::unique_ptr<ClockFollower::Reception> ClockFollower::receive(
    const node_interfaces::NodeBaseInterface::SharedPtr& node) {
  auto made = std::make_unique<Reception>();
  SubscriptionOptionsBase options;
  if (use_clock_thread()) {
    made->group = node->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
    options.callback_group = made->group;
  }
  made->subscription = create_subscription<Message>(
      node, "/clock", qos_,
      [weak = weak_from_this()](const Message& message) {
        if (const auto self = weak.lock()) self->on_message(message);
      },
      options);
  if (made->group) {
    auto thread = ClockThread::of(node->get_context());
    thread->add(made->group);
    made->thread = std::move(thread);
  }
  return made;
}

/// The message is another process's: a time that no Time can hold must not end this one.
void ClockFollower::on_message(const Message& message) {
  const std::int64_t time_ns = joined_ns(message.clock.sec, message.clock.nanosec);
  if (time_ns >= 0) return on_time(time_ns);
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(told_of_negative_time_, true)) return;
  }
  log(RCUTILS_LOG_SEVERITY_WARN, "baton",
      fmt::format("messages of /clock with a negative time, such as {} s, are left out: `baton "
                  "topic info -v /clock` names the node that publishes them",
                  message.clock.sec));
}

void ClockFollower::on_time(std::int64_t time_ns) {
  const std::lock_guard changing(switching_);
  std::vector<Clock::SharedPtr> clocks;
  {
    const std::lock_guard lock(mutex_);
    last_ns_ = time_ns;
    if (!simulated_) return;
    clocks = clocks_;
  }
  for (const auto& clock : clocks) {
    try {
      set_ros_time(*clock, time_ns);
    } catch (const std::exception& error) {
      // A jump callback of the user has thrown; time must go on for other clocks.
      log(RCUTILS_LOG_SEVERITY_ERROR, "baton",
          fmt::format("a callback for jumps of time failed: {}", error.what()));
    }
  }
}

void ClockFollower::attach(const Clock::SharedPtr& clock) {
  const std::lock_guard switching(switching_);
  bool follow = false;
  std::optional<std::int64_t> last_ns;
  {
    const std::lock_guard lock(mutex_);
    if (simulated_ && !can_follow(*clock)) {
      throw std::invalid_argument(
          "a clock that is not of type RCL_ROS_TIME cannot be attached "
          "while use_sim_time is true");
    }
    if (std::find(clocks_.begin(), clocks_.end(), clock) != clocks_.end()) return;
    clocks_.push_back(clock);
    follow = simulated_;
    last_ns = last_ns_;
  }
  if (follow) {
    begin_to_follow(*clock, last_ns);
  } else if (can_follow(*clock)) {
    disable_ros_time(*clock);
  }
}

void ClockFollower::detach(const Clock::SharedPtr& clock) {
  const std::lock_guard lock(mutex_);
  std::erase(clocks_, clock);
}

bool ClockFollower::use_clock_thread() const {
  const std::lock_guard lock(mutex_);
  return use_clock_thread_;
}

void ClockFollower::use_clock_thread(bool use) {
  const std::lock_guard lock(mutex_);
  use_clock_thread_ = use;
}

bool ClockFollower::has_clock_thread() const {
  const std::lock_guard lock(mutex_);
  return reception_ && reception_->thread;
}

}  // namespace baton::client
