// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>

#include <baton/ros_c/rcl_wait_set.h>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

class GuardCondition;

/// Something that users make for executors and wait sets to wait for, as in rclcpp. It is ready
/// when one of the guard conditions is that it adds in add_to_wait_set(). Add it to a node with
/// NodeWaitablesInterface::add_waitable(), or to a WaitSet. The owner keeps it alive.
///
/// ```cpp
/// class Alarm : public baton::Waitable {
///  public:
///   void ring() {
///     ++rings_;
///     bell_.trigger();
///   }
///   void add_to_wait_set(rcl_wait_set_t& wait_set) override {
///     baton::detail::add_guard_condition_to_rcl_wait_set(wait_set, bell_);
///   }
///   bool is_ready(const rcl_wait_set_t&) override { return rings_ > 0; }
///   std::shared_ptr<void> take_data() override { return nullptr; }
///   void execute(const std::shared_ptr<void>&) override { rings_ = 0; }
///
///  private:
///   baton::GuardCondition bell_;
///   std::atomic<int> rings_{0};
/// };
/// ```
///
/// Thread safety: an executor calls add_to_wait_set(), is_ready(), take_data() and execute() in its
/// threads, in one at a time if the callback group is mutually exclusive.
class BATON_PUBLIC Waitable {
 public:
  using SharedPtr = std::shared_ptr<Waitable>;
  using ConstSharedPtr = std::shared_ptr<const Waitable>;
  using WeakPtr = std::weak_ptr<Waitable>;
  using UniquePtr = std::unique_ptr<Waitable>;

  Waitable() = default;
  virtual ~Waitable() = default;
  Waitable(const Waitable&) = delete;
  Waitable& operator=(const Waitable&) = delete;

  // How many of each kind add_to_wait_set() adds. Nothing here has to know it beforehand.
  virtual std::size_t get_number_of_ready_subscriptions() { return 0; }
  virtual std::size_t get_number_of_ready_timers() { return 0; }
  virtual std::size_t get_number_of_ready_clients() { return 0; }
  virtual std::size_t get_number_of_ready_events() { return 0; }
  virtual std::size_t get_number_of_ready_services() { return 0; }
  virtual std::size_t get_number_of_ready_guard_conditions() { return 0; }

  /// Adds its guard conditions, with detail::add_guard_condition_to_rcl_wait_set(). Called before
  /// the first wait, and again after each look at it. A guard condition that is triggered within
  /// makes it ready at once.
  virtual void add_to_wait_set(rcl_wait_set_t& wait_set) = 0;
  /// Asked after one of its guard conditions was triggered: those are in `wait_set`.
  virtual bool is_ready(const rcl_wait_set_t& wait_set) = 0;
  /// Called when it is ready, directly before execute().
  virtual std::shared_ptr<void> take_data() = 0;
  /// Used by executors of users' own.
  virtual std::shared_ptr<void> take_data_by_entity_id(std::size_t id) {
    (void)id;
    throw std::runtime_error(
        "this waitable has no take_data_by_entity_id(): an executor that uses it needs one");
  }
  virtual void execute(const std::shared_ptr<void>& data) = 0;

  /// From now on `callback` is called with the number of new events and the number of the entity
  /// within the waitable.
  virtual void set_on_ready_callback(std::function<void(std::size_t, int)> callback) {
    (void)callback;
    throw std::runtime_error(
        "this waitable has no set_on_ready_callback(): an executor that uses it needs one");
  }
  virtual void clear_on_ready_callback() {
    throw std::runtime_error(
        "this waitable has no clear_on_ready_callback(): an executor that uses it needs one");
  }

  /// Says whether a wait set or an executor has it, and returns what was said before.
  bool exchange_in_use_by_wait_set_state(bool in_use_state) {
    return in_use_.exchange(in_use_state, std::memory_order_relaxed);
  }

 private:
  std::atomic<bool> in_use_{false};  // a flag alone: the locks of wait sets order the rest
};

namespace detail {
/// To be called in Waitable::add_to_wait_set(). The guard condition has to live as long as the
/// waitable. Throws std::invalid_argument for a wait set that was not given to it.
BATON_PUBLIC void add_guard_condition_to_rcl_wait_set(rcl_wait_set_t& wait_set,
                                                      const GuardCondition& guard_condition);
}  // namespace detail

}  // namespace rclcpp
