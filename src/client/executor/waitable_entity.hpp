// SPDX-License-Identifier: Apache-2.0
// A waitable of the user's as an entity: found ready when one of its guard conditions is triggered.
//
// Owns: the list of guard conditions that the waitable has added last. Holds the waitable weakly.
// Thread safety: all of it. The waitable's functions are called without a lock. Order of locks:
// that of a guard condition, mutex_, those of the wait set that is posted to.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include <baton/ros_c/rcl_wait_set.h>
#include <baton/executable.hpp>
#include <baton/waitable.hpp>

#include "client/executor/guard_state.hpp"
#include "transport/port/wait_set.hpp"

namespace baton::client {

class WaitableEntity : public Executable,
                       public transport::Waitable,
                       public GuardListener,
                       public std::enable_shared_from_this<WaitableEntity> {
 public:
  using Guards = std::vector<std::shared_ptr<GuardState>>;

  explicit WaitableEntity(const std::shared_ptr<baton::Waitable>& waitable) : waitable_(waitable) {}
  ~WaitableEntity() override;

  bool is_of(const baton::Waitable& waitable) const;
  bool is_gone() const { return waitable_.expired(); }

  /// Asks the waitable for its guard conditions. One that is triggered already counts.
  void collect_guards();
  /// Takes down the guard conditions that are triggered and appends their names to `found`.
  void take_triggered(std::vector<const rcl_guard_condition_t*>& found);

  void guard_triggered() noexcept override;
  // [waitable/wait] the waiting thread
  bool is_ready() const noexcept override { return pending_.load(std::memory_order_acquire); }
  /// True if it was ready; from now on it is not.
  bool consume() noexcept;

 protected:
  bool execute_next(Taken taken, void* context) override;
  bool has_work() const noexcept override { return is_ready(); }
  void attach(const std::shared_ptr<Dispatcher>& dispatcher,
              const std::weak_ptr<void>& self) override;

 private:
  const std::weak_ptr<baton::Waitable> waitable_;
  // Raised behind the trigger. True at first: the waitable was not asked yet.
  std::atomic<bool> pending_{true};

  std::mutex mutex_;  // covers what follows
  Guards guards_;
  std::shared_ptr<transport::WaitSet> wait_set_;
};

/// To be called in Waitable::add_to_wait_set(). Throws std::invalid_argument for another wait set.
void add_guard(rcl_wait_set_t& wait_set, const std::shared_ptr<GuardState>& guard);

}  // namespace baton::client
