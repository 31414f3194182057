// SPDX-License-Identifier: Apache-2.0
// What all executors are made of: finds what is ready, and keeps it until it is run.
// docs/executor.md describes the order, how it is woken, and what it costs.
//
// Owns: the wait set, the timers, the queue of what was found ready and is yet to run. Callbacks
// are run by a loop over it: GuessingLoop in one thread, LeaderFollowers in several.
// Thread safety: what is for entities, and cancel(): all of it. What is for loops: one thread at a
// time, which the loop sees to, except where it says otherwise.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>

#include <baton/executable.hpp>
#include <baton/executor_counters.hpp>

#include "base/platform.hpp"
#include "base/tick_counter.hpp"
#include "client/executor/timer_queue.hpp"
#include "transport/port/wait_set.hpp"

namespace baton::client {

class ContextState;

class Dispatcher : public std::enable_shared_from_this<Dispatcher> {
 public:
  /// Throws exceptions::Error when the context has 512 executors and wait sets already.
  Dispatcher(std::shared_ptr<ContextState> context, std::int64_t spin_ns);
  ~Dispatcher();

  // ---- for entities ----
  const std::shared_ptr<transport::WaitSet>& wait_set() const { return wait_set_; }
  TimerQueue& timers() { return timers_; }
  /// The first timer is another one: a thread that waits, or is about to, has to compute its
  /// time-out anew.
  void reconsider() noexcept { wait_set_->notify(); }
  /// What this dispatcher found waited for a group that another one had. The waiting thread finds
  /// it among the timers that are due, which come first; the queue may be another thread's.
  void resume(const std::weak_ptr<void>& who);

  // ---- for the loops: the waiting thread ----
  /// Fills harvest() with all that is ready; returns the time after it, in ticks. With `guesses`
  /// the harvest may be left empty, unlooked.
  std::uint64_t wait(std::int64_t timeout_ns, bool guesses = false);
  transport::Harvest& harvest() { return harvest_; }
  /// False with timers, and where it polls before it sleeps: the short way back to sleep is not
  /// open.
  bool may_sleep_again() const {
    return spin_ns_ == 0 && timers_.first_due_ns() == TimerQueue::never_ns && wait_set_->polls();
  }
  /// The short way back to sleep: see WaitSet::sleep_again().
  bool sleep_again();

  // ---- for the loops: the queue ----
  bool has_found() const { return !found_.empty(); }
  /// Behind all others. Weakly: a callback that runs before may destroy it.
  void keep(std::weak_ptr<void> who, std::uint64_t found_at) {
    found_.push_back({std::move(who), found_at});
  }
  /// In front: it was found before what is in the queue.
  void put_back(std::weak_ptr<void> who, std::uint64_t found_at) {
    found_.push_front({std::move(who), found_at});
  }
  /// Null: there is none. One that left this executor meanwhile is passed over.
  std::shared_ptr<Executable> next_found(std::uint64_t& found_at);

  // ---- for the loops: any thread ----
  /// Null if it left this executor meanwhile.
  std::shared_ptr<Executable> adopt(std::shared_ptr<void> who);
  /// It is run now. False if another dispatcher has found it since.
  bool unqueue(Executable& executable);
  /// From now on it is found again, by another thread that waits, too.
  void let_find(Executable& executable);
  std::uint64_t now() const { return stopwatch_.now(); }  // ticks

  /// When a callback's work was found, begun and done: ticks.
  struct Times {
    std::uint64_t found_at;
    std::uint64_t begun_at;
    std::uint64_t ended_at;
  };
  void count(const Times& times);

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

  static bool is_not_queued(void* dispatcher, void* who);

  // What every message touches comes first, one line on the path to its callback and few on the
  // path back to sleep: after a sleep each is cold.
  alignas(base::cache_line_bytes) const std::uint64_t number_;  // of all of the process; from 1
  const std::shared_ptr<ContextState> context_;
  const std::shared_ptr<transport::WaitSet> wait_set_;
  const base::Stopwatch stopwatch_;
  std::atomic<bool> cancelled_{false};
  const std::int64_t spin_ns_;
  // Figures; nothing is ordered by them. Times are ticks.
  std::atomic<std::uint64_t> executed_{0};
  std::atomic<std::uint64_t> waits_{0};
  std::atomic<std::uint64_t> busy_{0};
  std::atomic<std::uint64_t> longest_callback_{0};
  std::atomic<std::uint64_t> delay_{0};
  std::atomic<std::uint64_t> longest_delay_{0};
  std::deque<Found> found_;
  TimerQueue timers_;
  transport::Harvest harvest_;  // the waiting thread's
};

}  // namespace baton::client
