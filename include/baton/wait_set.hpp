// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <baton/ros_c/rcl_wait_set.h>
#include <baton/context.hpp>
#include <baton/contexts/default_context.hpp>
#include <baton/guard_condition.hpp>
#include <baton/namespaces.hpp>
#include <baton/subscription.hpp>
#include <baton/subscription_wait_set_mask.hpp>
#include <baton/timer.hpp>
#include <baton/visibility.hpp>
#include <baton/wait_result.hpp>
#include <baton/waitable.hpp>

namespace baton::client {
class WaitSetState;
}  // namespace baton::client

namespace rclcpp {

class ClientBase;
class ServiceBase;

/// Waits until a subscription, a guard condition, a timer, a client or a service is ready. The
/// caller then takes from it. For programs without an executor.
///
/// ```cpp
/// baton::WaitSet wait_set({{subscription}});
/// while (baton::ok()) {  // after a shutdown every wait is over at once
///   if (wait_set.wait(1s).kind() != baton::WaitResultKind::Ready) continue;
///   while (const auto sample = subscription->take()) print((*sample)->data);
/// }
/// ```
///
/// A wait set keeps the entities that it waits for. An entity is in one executor or wait set at a
/// time: adding an entity that is in another one throws std::runtime_error, and no executor gets
/// the entity from its node meanwhile. Thread safety: wait() and get_rcl_wait_set() by one thread
/// at a time, the rest from any.
class BATON_PUBLIC WaitSet {
 public:
  struct SubscriptionEntry {
    SubscriptionEntry(std::shared_ptr<SubscriptionBase> waited_for = nullptr,  // NOLINT
                      const SubscriptionWaitSetMask& what = {})
        : subscription(std::move(waited_for)), mask(what) {}

    std::shared_ptr<SubscriptionBase> subscription;
    SubscriptionWaitSetMask mask;
  };

  struct WaitableEntry {
    WaitableEntry(std::shared_ptr<Waitable> waited_for = nullptr,  // NOLINT
                  std::shared_ptr<void> part_of = nullptr)
        : waitable(std::move(waited_for)), associated_entity(std::move(part_of)) {}

    std::shared_ptr<Waitable> waitable;
    /// What the waitable belongs to, kept as long as it; null: nothing.
    std::shared_ptr<void> associated_entity;
  };

  /// Throws exceptions::Error when the context has 512 executors and wait sets already.
  explicit WaitSet(const std::vector<SubscriptionEntry>& subscriptions = {},
                   const std::vector<GuardCondition::SharedPtr>& guard_conditions = {},
                   const std::vector<TimerBase::SharedPtr>& timers = {},
                   const std::vector<std::shared_ptr<ClientBase>>& clients = {},
                   const std::vector<std::shared_ptr<ServiceBase>>& services = {},
                   const std::vector<WaitableEntry>& waitables = {},
                   const Context::SharedPtr& context = contexts::get_global_default_context());
  /// Not in rclcpp.
  explicit WaitSet(Context& context);
  ~WaitSet();
  WaitSet(const WaitSet&) = delete;
  WaitSet& operator=(const WaitSet&) = delete;

  /// These throw std::runtime_error for an entity that is in this wait set already,
  /// std::invalid_argument for a null pointer and for a mask without the messages.
  void add_subscription(const std::shared_ptr<SubscriptionBase>& subscription,
                        const SubscriptionWaitSetMask& mask = {});
  void add_guard_condition(const GuardCondition::SharedPtr& guard_condition);
  void add_timer(const TimerBase::SharedPtr& timer);
  void add_client(const std::shared_ptr<ClientBase>& client);
  void add_service(const std::shared_ptr<ServiceBase>& service);
  /// The owner keeps the associated entity, or the wait set does.
  void add_waitable(const std::shared_ptr<Waitable>& waitable,
                    const std::shared_ptr<void>& associated_entity = nullptr);
  /// These throw std::runtime_error for an entity that is not in the wait set.
  void remove_subscription(const std::shared_ptr<SubscriptionBase>& subscription,
                           const SubscriptionWaitSetMask& mask = {});
  void remove_guard_condition(const GuardCondition::SharedPtr& guard_condition);
  void remove_timer(const TimerBase::SharedPtr& timer);
  void remove_client(const std::shared_ptr<ClientBase>& client);
  void remove_service(const std::shared_ptr<ServiceBase>& service);
  void remove_waitable(const std::shared_ptr<Waitable>& waitable);
  /// Removes entities that only this wait set still holds.
  void prune_deleted_entities();

  /// Sleeps until something is ready, notify() is called, or the time is over (negative: never).
  /// Polls for `spin` before it sleeps. Ready also after notify(), and from the shutdown of the
  /// context on, with nothing in get_rcl_wait_set() then: a loop has to ask ok(), too. Finding a
  /// guard condition ready resets it.
  template <class Rep = std::int64_t, class Period = std::nano>
  [[nodiscard]] WaitResult<WaitSet> wait(
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1),
      std::chrono::nanoseconds spin = std::chrono::nanoseconds(0)) {
    return {wait_for(std::chrono::duration_cast<std::chrono::nanoseconds>(timeout), spin), *this};
  }
  /// Ends the current wait, or the next one. Also from a signal handler.
  void notify() noexcept;

  /// The entities that the last wait has found ready, in the order in which they were added.
  const rcl_wait_set_t& get_rcl_wait_set() const;

 private:
  explicit WaitSet(std::shared_ptr<client::WaitSetState> state) : state_(std::move(state)) {}
  WaitResultKind wait_for(std::chrono::nanoseconds timeout, std::chrono::nanoseconds spin);

  const std::shared_ptr<client::WaitSetState> state_;
};

/// For code that uses this name: here any thread may add and remove in every wait set.
using ThreadSafeWaitSet = WaitSet;

/// A WaitSet whose entities are given once, when it is made.
template <std::size_t NumberOfSubscriptions, std::size_t NumberOfGuardConditions,
          std::size_t NumberOfTimers, std::size_t NumberOfClients, std::size_t NumberOfServices,
          std::size_t NumberOfWaitables = 0>
class StaticWaitSet : private WaitSet {
 public:
  using WaitSet::SubscriptionEntry;
  using WaitSet::WaitableEntry;

  explicit StaticWaitSet(
      const std::array<SubscriptionEntry, NumberOfSubscriptions>& subscriptions = {},
      const std::array<GuardCondition::SharedPtr, NumberOfGuardConditions>& guard_conditions = {},
      const std::array<TimerBase::SharedPtr, NumberOfTimers>& timers = {},
      const std::array<std::shared_ptr<ClientBase>, NumberOfClients>& clients = {},
      const std::array<std::shared_ptr<ServiceBase>, NumberOfServices>& services = {},
      const std::array<WaitableEntry, NumberOfWaitables>& waitables = {},
      const Context::SharedPtr& context = contexts::get_global_default_context())
      : WaitSet({subscriptions.begin(), subscriptions.end()},
                {guard_conditions.begin(), guard_conditions.end()}, {timers.begin(), timers.end()},
                {clients.begin(), clients.end()}, {services.begin(), services.end()},
                {waitables.begin(), waitables.end()}, context) {}

  using WaitSet::get_rcl_wait_set;
  using WaitSet::notify;

  template <class Rep = std::int64_t, class Period = std::nano>
  [[nodiscard]] WaitResult<StaticWaitSet> wait(
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return {WaitSet::wait(timeout).kind(), *this};
  }
};

}  // namespace rclcpp
