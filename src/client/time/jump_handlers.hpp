// SPDX-License-Identifier: Apache-2.0
// The callbacks for jumps of one clock's time.
//
// Thread safety: add(), affected_by() and giving up a handler from any thread; call_*() from one
// thread at a time. No lock is held while a callback runs, so callbacks may add and drop handlers.
// When a handler's pointer is gone its callbacks neither run nor will; only a callback that drops
// its own handler does not wait for itself.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <baton/clock.hpp>

namespace baton::client {

/// True if `jump` is one that `threshold` asks for.
bool exceeds(const rcl_time_jump_t& jump, const rcl_jump_threshold_t& threshold);

class JumpHandlers : public std::enable_shared_from_this<JumpHandlers> {
 public:
  using Handlers = std::vector<std::shared_ptr<JumpHandler>>;

  /// Throws exceptions::RCLInvalidArgument for thresholds of the wrong sign.
  JumpHandler::SharedPtr add(JumpHandler::pre_callback_t before, JumpHandler::post_callback_t after,
                             const rcl_jump_threshold_t& threshold);
  Handlers affected_by(const rcl_time_jump_t& jump) const;
  /// Calls handlers in the order in which they were added, except those dropped meanwhile. Calls
  /// all of them, then throws the first exception.
  void call_before(const Handlers& handlers);
  void call_after(const Handlers& handlers, const rcl_time_jump_t& jump);

 private:
  void call_each(const Handlers& handlers, const std::function<void(JumpHandler&)>& callback);
  bool begin(const std::shared_ptr<JumpHandler>& handler);
  void end();
  void remove(const JumpHandler* handler);

  mutable std::mutex mutex_;  // covers what follows
  std::condition_variable call_ended_;
  Handlers handlers_;
  const JumpHandler* running_ = nullptr;
  std::thread::id running_thread_;
};

}  // namespace baton::client
