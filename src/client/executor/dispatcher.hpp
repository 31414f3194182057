// SPDX-License-Identifier: Apache-2.0
// What all executors are made of: finds what is ready and runs it, in one thread or in several.
// docs/executor.md describes the order, how it is woken, and what it costs.
//
// Owns: the wait set, the timers, the queue of what was found ready and is yet to run.
// Thread safety: all of it; run_one_*() by one thread at a time, work() by any number.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include <baton/executable.hpp>
#include <baton/executor_counters.hpp>

#include "base/platform.hpp"
#include "base/tick_counter.hpp"
#include "client/executor/timer_queue.hpp"
#include "transport/port/wait_set.hpp"

namespace baton::client {

class ContextState;
class GroupState;

class Dispatcher : public std::enable_shared_from_this<Dispatcher> {
 public:
  /// Throws exceptions::Error when the context has 64 executors and wait sets already.
  Dispatcher(std::shared_ptr<ContextState> context, std::int64_t spin_ns);
  ~Dispatcher();

  // ---- for entities ----
  const std::shared_ptr<transport::WaitSet>& wait_set() const { return wait_set_; }
  TimerQueue& timers() { return timers_; }
  /// The first timer is another one: a thread that waits, or is about to, has to compute its
  /// time-out anew.
  void reconsider() noexcept { wait_set_->notify(); }

  // ---- one thread ----
  /// Runs callbacks until cancelled.
  void spin();
  /// Runs the next callback; waits for one for at most `timeout_ns` (transport::wait_forever: until
  /// cancelled). False if there was none.
  bool run_one(std::int64_t timeout_ns);
  /// Finds what is ready now, behind what was found before. False if there is nothing to run.
  bool find_ready();
  /// Runs the next of what was found; false if there is nothing left.
  bool run_found();

  // ---- several threads ----
  /// Runs callbacks until cancelled. `timeout_ns`: longest wait for one, then it returns.
  void work(std::int64_t timeout_ns);
  /// Whether a callback of the group is running, or about to, in one of them.
  bool runs_callbacks_of(const GroupState& group);
  /// Lets other threads of the machine run before each callback.
  void yield_before_execute(bool yield) { yield_ = yield; }

  // ---- ending ----
  /// Ends the current run, or the next one. Async-signal-safe.
  void cancel() noexcept;
  // [cancel/run] the executor's thread
  bool is_cancelled() const { return cancelled_.load(std::memory_order_acquire); }
  // Relaxed: nothing is told by it.
  void forget_cancel() { cancelled_.store(false, std::memory_order_relaxed); }
  bool running() const;
  /// For a spin that has ended because the context is shut down: see ContextState.
  void wait_for_shutdown();
  /// Throws exceptions::Error in a forked child.
  void require_own_process() const;
  /// See ContextState.
  void tell_unused_arguments() const;

  ExecutorCounters counters() const;

 private:
  struct Found {
    std::weak_ptr<void> who;
    std::uint64_t found_at;
  };

  /// When a callback's work was found, begun and done: ticks of stopwatch_.
  struct Times {
    std::uint64_t found_at;
    std::uint64_t begun_at;
    std::uint64_t ended_at;
  };
  class Finisher;
  class Listed;
  class Turn;

  static bool is_not_queued(void* dispatcher, void* who);
  std::uint64_t wait(std::int64_t timeout_ns, bool guesses = false);
  void learn(const std::shared_ptr<Executable>& executed);
  void expect_likely(const Executable& executable);
  std::shared_ptr<Executable> guess();
  bool run_likely();
  std::shared_ptr<Executable> adopt(std::shared_ptr<void> who);
  void keep_for_later(std::size_t first, std::uint64_t found_at);
  bool unqueue(Executable& executable);
  void let_find(Executable& executable);
  void resume(const std::weak_ptr<void>& who);
  bool run(const std::shared_ptr<Executable>& executable, std::uint64_t found_at);
  void count(const Times& times);
  std::shared_ptr<Executable> next_found(std::uint64_t& found_at);
  std::shared_ptr<Executable> next_runnable(std::shared_ptr<GroupState>& group,
                                            std::uint64_t& found_at);
  void lead(std::unique_lock<std::mutex>& lock, std::int64_t timeout_ns);
  void run_as_one_of_several(std::unique_lock<std::mutex>& lock,
                             std::shared_ptr<Executable> executable,
                             const std::shared_ptr<GroupState>& group, std::uint64_t found_at);

  static constexpr int enough_to_guess = 2;

  // What every message touches comes first, one line on the path to its callback and few on the
  // path back to sleep: after a sleep each is cold.
  alignas(base::cache_line_bytes) const std::uint64_t number_;  // of all of the process; from 1
  // With one thread: the entity that is asked first when it is woken, before all are looked at.
  std::weak_ptr<Executable> likely_;
  const std::shared_ptr<ContextState> context_;
  const std::shared_ptr<transport::WaitSet> wait_set_;
  const base::Stopwatch stopwatch_;
  std::atomic<bool> cancelled_{false};
  bool short_way_ = false;  // what ran was the guess after a sleep: run_likely() may go on
  int times_likely_ = 0;    // in a row, and more than once
  const Executable* likely_seen_ = nullptr;  // only compared
  const std::int64_t spin_ns_;
  // Figures; nothing is ordered by them. Times are ticks.
  std::atomic<std::uint64_t> executed_{0};
  std::atomic<std::uint64_t> waits_{0};
  std::atomic<std::uint64_t> busy_{0};
  std::atomic<std::uint64_t> longest_callback_{0};
  std::atomic<std::uint64_t> delay_{0};
  std::atomic<std::uint64_t> longest_delay_{0};
  std::deque<Found> found_;  // under mutex_, when several threads work
  TimerQueue timers_;

  // Of the waiting thread: with several threads, of the leader.
  transport::Harvest harvest_;
  std::vector<Found> fresh_;

  bool yield_ = false;  // set before a thread works
  std::mutex mutex_;    // covers what follows, when several threads work
  std::condition_variable followers_;
  bool led_ = false;
  std::vector<const GroupState*> in_work_;  // of the callbacks that several threads run
};

}  // namespace baton::client
