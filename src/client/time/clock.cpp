// SPDX-License-Identifier: Apache-2.0
#include <baton/clock.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include <baton/exceptions.hpp>

#include "client/time/clock_state.hpp"
#include "client/time/clock_type_name.hpp"
#include "client/time/context_interrupter.hpp"
#include "client/time/sleep.hpp"

namespace rclcpp {

Clock::Clock(rcl_clock_type_t clock_type)
    : state_(std::make_shared<client::ClockState>(clock_type)) {}

Time Clock::now() const {
  state_->require_time();
  return Time(state_->now_ns(), state_->type());
}

rcl_clock_type_t Clock::get_clock_type() const noexcept { return state_->type(); }

bool Clock::sleep_until(Time until) {
  return client::sleep_until(*this, until, client::default_interrupter().get());
}

bool Clock::sleep_until(Time until, std::shared_ptr<Context> context) {
  client::ContextInterrupter interrupter(std::move(context));
  return client::sleep_until(*this, until, &interrupter);
}

bool Clock::sleep_for(Duration duration) {
  return client::sleep_for(*this, duration, client::default_interrupter().get());
}

bool Clock::sleep_for(Duration duration, std::shared_ptr<Context> context) {
  client::ContextInterrupter interrupter(std::move(context));
  return client::sleep_for(*this, duration, &interrupter);
}

bool Clock::started() { return now().nanoseconds() != 0; }

bool Clock::wait_until_started() {
  return client::wait_until_started(*this, std::nullopt, client::default_interrupter().get());
}

bool Clock::wait_until_started(std::shared_ptr<Context> context) {
  client::ContextInterrupter interrupter(std::move(context));
  return client::wait_until_started(*this, std::nullopt, &interrupter);
}

bool Clock::wait_until_started(const Duration& timeout) {
  return client::wait_until_started(*this, timeout, client::default_interrupter().get());
}

bool Clock::wait_until_started(const Duration& timeout, std::shared_ptr<Context> context,
                               const Duration&) {
  client::ContextInterrupter interrupter(std::move(context));
  return client::wait_until_started(*this, timeout, &interrupter);
}

void Clock::cancel_sleep_or_wait() { state_->sleepers().cancel(); }

bool Clock::ros_time_is_active() const {
  if (state_->type() != RCL_ROS_TIME) {
    throw exceptions::RCLError(
        fmt::format("only clocks of type RCL_ROS_TIME know whether ROS time is active, not {}",
                    client::clock_type_name(state_->type())));
  }
  return state_->is_simulated();
}

JumpHandler::SharedPtr Clock::create_jump_callback(JumpHandler::pre_callback_t pre_callback,
                                                   JumpHandler::post_callback_t post_callback,
                                                   const rcl_jump_threshold_t& threshold) {
  return state_->jump_handlers().add(std::move(pre_callback), std::move(post_callback), threshold);
}

std::mutex& Clock::get_clock_mutex() noexcept { return state_->change_mutex(); }

}  // namespace rclcpp
