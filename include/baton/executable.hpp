// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class Dispatcher;
class GroupState;
class GuessingLoop;
class LeaderFollowers;
class WaitSetState;
}  // namespace baton::client

namespace rclcpp {

class CallbackGroup;

/// What an executor runs callbacks of: subscriptions, timers, services, clients, and events of
/// endpoints.
/// Users do not derive from it.
class BATON_PUBLIC Executable {
 public:
  Executable() = default;
  virtual ~Executable() = default;
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

 protected:
  /// Called when the work was taken, before its callback runs.
  using Taken = void (*)(void* context);

  /// Takes one piece of work and runs its callback; false if there was none.
  virtual bool execute_next(Taken taken, void* context) = 0;
  /// Whether there is more work to find. For a timer, its queue knows instead.
  virtual bool has_work() const noexcept { return false; }
  /// From now on `dispatcher` finds the entity ready, under the name `self`. nullptr: none does.
  virtual void attach(const std::shared_ptr<client::Dispatcher>& dispatcher,
                      const std::weak_ptr<void>& self) = 0;

 private:
  friend class client::Dispatcher;
  friend class client::GroupState;
  friend class client::GuessingLoop;
  friend class client::LeaderFollowers;
  friend class client::WaitSetState;
  void change_dispatcher(const std::shared_ptr<client::Dispatcher>& dispatcher,
                         const std::weak_ptr<void>& self) {
    // The wait set has it until it gives it back.
    if (in_wait_set_.load(std::memory_order_relaxed)) return;
    dispatcher_.store(dispatcher.get(), std::memory_order_relaxed);
    attach(dispatcher, self);
  }

  /// Relaxed: only compared, so that an executor does not run an entity that was taken from it.
  std::atomic<const client::Dispatcher*> dispatcher_{nullptr};
  /// Relaxed: the flag alone is asked, and the locks of group and wait set order the rest.
  std::atomic<bool> in_wait_set_{false};
  /// The number of the dispatcher that has the entity in its queue, and must not find it again; 0:
  /// none. A newer dispatcher of the entity finds it all the same.
  std::atomic<std::uint64_t> queued_in_{0};
  std::weak_ptr<client::GroupState> group_;  // set once, before the entity is attached
};

}  // namespace rclcpp
