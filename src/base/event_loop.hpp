// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/error.hpp"

namespace baton::base {

enum class TimerId : uint64_t {};

/// One thread that waits for descriptors, timers and posted work; asleep when there is none.
///
/// Thread safety: everything may be called from any thread, and callbacks may add and remove
/// anything, themselves included. Callbacks run one at a time in the loop's thread, with all
/// signals blocked.
///
/// remove_fd and cancel_timer guarantee that the callback does not run once they have returned and
/// that what it captured is gone; called from another thread they wait for a callback that is just
/// running, so do not hold a lock that it needs.
///
/// A forked child has no such thread: there every call does nothing and the object may be
/// destroyed.
class EventLoop {
 public:
  EventLoop();
  /// Stops.
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Starts the thread, named for `top` (15 characters at most are kept). Once per object.
  Status start(const std::string& name);

  /// Joins the thread and forgets every callback; work posted but not yet begun is dropped. Must
  /// not be called in the loop's thread. Repeating it does nothing.
  void stop();

  /// Calls back with the epoll events that came. Level-triggered unless EPOLLET is asked for. `fd`
  /// stays the caller's: remove it before closing it. Fails when `fd` cannot be polled or is
  /// registered already.
  Status add_fd(int fd, uint32_t epoll_events, std::function<void(uint32_t)> callback);
  /// Replaces the events waited for.
  Status modify_fd(int fd, uint32_t epoll_events);
  /// Unknown descriptors are ignored.
  void remove_fd(int fd);

  /// First after `first_ns_from_now`, then each `period_ns` (0: once). Ticks missed are skipped.
  TimerId add_timer(int64_t first_ns_from_now, int64_t period_ns, std::function<void()> callback);
  /// Unknown and expired timers are ignored.
  void cancel_timer(TimerId timer);

  /// Runs `work` once in the loop's thread, in the order of posting; dropped unless running.
  void post(std::function<void()> work);

  bool in_loop_thread() const noexcept;

 private:
  struct State;

  bool usable() const noexcept;

  std::unique_ptr<State> state_;
  uint32_t generation_;
};

}  // namespace baton::base
