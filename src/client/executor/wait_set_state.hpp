// SPDX-License-Identifier: Apache-2.0
// What a wait set waits for, and what its last wait has found.
//
// Thread safety: wait() and found() by one thread at a time, the rest by any. Order of locks:
// mutex_, then those of entities and ports.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include <baton/ros_c/rcl_wait_set.h>
#include <baton/executable.hpp>
#include <baton/guard_condition.hpp>
#include <baton/timer.hpp>
#include <baton/wait_result_kind.hpp>
#include <baton/waitable.hpp>

#include "client/executor/dispatcher.hpp"
#include "client/executor/waitable_entity.hpp"

namespace baton::client {

class WaitSetState {
 public:
  enum class Kind { subscription, timer, client, service };

  /// `waits_for_nothing`: a wait without entities waits for notify(), instead of being Empty.
  WaitSetState(std::shared_ptr<ContextState> context, bool waits_for_nothing);
  ~WaitSetState();

  void add(Kind kind, std::shared_ptr<Executable> entity);
  void remove(Kind kind, const std::shared_ptr<Executable>& entity);
  void add(GuardCondition::SharedPtr guard);
  void remove(const GuardCondition::SharedPtr& guard);
  void add(std::shared_ptr<Waitable> waitable, std::shared_ptr<void> associated);
  void remove(const std::shared_ptr<Waitable>& waitable);
  void prune();

  WaitResultKind wait(std::chrono::nanoseconds timeout, std::chrono::nanoseconds spin);
  void notify() noexcept;
  const rcl_wait_set_t& found() const { return found_.view; }

 private:
  using Entities = std::vector<std::shared_ptr<Executable>>;
  static constexpr std::size_t kind_count = 4;

  struct Waited {
    std::shared_ptr<Waitable> waitable;
    std::shared_ptr<void> associated;
    std::shared_ptr<WaitableEntity> entity;
  };

  /// One pointer for each entity, and the ROS struct over all of them.
  struct Found {
    std::vector<const rcl_subscription_t*> subscriptions;
    std::vector<const rcl_guard_condition_t*> guards;
    std::vector<const rcl_timer_t*> timers;
    std::vector<const rcl_client_t*> clients;
    std::vector<const rcl_service_t*> services;
    rcl_wait_set_t view{};
    void look_at();
  };

  Entities& of(Kind kind) { return entities_[static_cast<std::size_t>(kind)]; }
  void give_back(Executable& entity);
  void let_go(const Waited& waited);
  void ask_waitables();
  bool is_empty() const;
  bool wait_once(std::int64_t deadline_ns, std::int64_t spin_ns);
  bool collect();
  void put_off_timers();

  const std::shared_ptr<ContextState> context_;
  const bool waits_for_nothing_;
  // Runs no callbacks here: entities report to it that they are ready, and timers when they are
  // due.
  const std::shared_ptr<Dispatcher> dispatcher_;

  std::atomic<bool> notified_{false};  // by notify(), until a wait tells

  // The waiting thread's.
  transport::Harvest harvest_;
  Found found_;

  mutable std::mutex mutex_;  // covers what follows
  Entities entities_[kind_count];
  std::vector<GuardCondition::SharedPtr> guards_;
  std::vector<Waited> waitables_;
};

}  // namespace baton::client
