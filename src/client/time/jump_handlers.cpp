// SPDX-License-Identifier: Apache-2.0
#include "client/time/jump_handlers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include <baton/exceptions.hpp>

namespace baton::client {
namespace {

void require_signs(const rcl_jump_threshold_t& threshold) {
  if (threshold.min_forward.nanoseconds < 0) {
    throw exceptions::RCLInvalidArgument(
        fmt::format("jump threshold: min_forward is {} ns, but must be positive, or 0 for none",
                    threshold.min_forward.nanoseconds));
  }
  if (threshold.min_backward.nanoseconds > 0) {
    throw exceptions::RCLInvalidArgument(
        fmt::format("jump threshold: min_backward is {} ns, but must be negative, or 0 for none",
                    threshold.min_backward.nanoseconds));
  }
}

}  // namespace

bool exceeds(const rcl_time_jump_t& jump, const rcl_jump_threshold_t& threshold) {
  const bool source_changed =
      jump.clock_change == RCL_ROS_TIME_ACTIVATED || jump.clock_change == RCL_ROS_TIME_DEACTIVATED;
  if (source_changed && threshold.on_clock_change) return true;
  const auto delta_ns = jump.delta.nanoseconds;
  const auto forward_ns = threshold.min_forward.nanoseconds;
  const auto backward_ns = threshold.min_backward.nanoseconds;
  return (forward_ns > 0 && delta_ns >= forward_ns) || (backward_ns < 0 && delta_ns <= backward_ns);
}

JumpHandler::SharedPtr JumpHandlers::add(JumpHandler::pre_callback_t before,
                                         JumpHandler::post_callback_t after,
                                         const rcl_jump_threshold_t& threshold) {
  require_signs(threshold);
  auto handler = std::make_shared<JumpHandler>(std::move(before), std::move(after), threshold);
  // The list owns the handler, too: a callback may drop the user's pointer while it runs.
  JumpHandler::SharedPtr given(handler.get(),
                               [list = weak_from_this(), handler](JumpHandler*) mutable {
                                 if (const auto alive = list.lock()) alive->remove(handler.get());
                                 handler.reset();
                               });
  const std::lock_guard lock(mutex_);
  handlers_.push_back(std::move(handler));
  return given;
}

JumpHandlers::Handlers JumpHandlers::affected_by(const rcl_time_jump_t& jump) const {
  Handlers affected;
  const std::lock_guard lock(mutex_);
  std::copy_if(handlers_.begin(), handlers_.end(), std::back_inserter(affected),
               [&](const auto& handler) { return exceeds(jump, handler->notice_threshold); });
  return affected;
}

void JumpHandlers::call_before(const Handlers& handlers) {
  call_each(handlers, [](JumpHandler& handler) {
    if (handler.pre_callback) handler.pre_callback();
  });
}

void JumpHandlers::call_after(const Handlers& handlers, const rcl_time_jump_t& jump) {
  call_each(handlers, [&jump](JumpHandler& handler) {
    if (handler.post_callback) handler.post_callback(jump);
  });
}

void JumpHandlers::call_each(const Handlers& handlers,
                             const std::function<void(JumpHandler&)>& callback) {
  std::exception_ptr first;
  for (const auto& handler : handlers) {
    if (!begin(handler)) continue;
    try {
      callback(*handler);
    } catch (...) {
      if (!first) first = std::current_exception();
    }
    end();
  }
  if (first) std::rethrow_exception(first);
}

bool JumpHandlers::begin(const std::shared_ptr<JumpHandler>& handler) {
  const std::lock_guard lock(mutex_);
  if (std::find(handlers_.begin(), handlers_.end(), handler) == handlers_.end()) return false;
  running_ = handler.get();
  running_thread_ = std::this_thread::get_id();
  return true;
}

void JumpHandlers::end() {
  {
    const std::lock_guard lock(mutex_);
    running_ = nullptr;
  }
  call_ended_.notify_all();
}

void JumpHandlers::remove(const JumpHandler* handler) {
  std::unique_lock lock(mutex_);
  std::erase_if(handlers_, [handler](const auto& entry) { return entry.get() == handler; });
  call_ended_.wait(
      lock, [&] { return running_ != handler || running_thread_ == std::this_thread::get_id(); });
}

}  // namespace baton::client
