// SPDX-License-Identifier: Apache-2.0
#include "client/executor/dispatcher.hpp"

#include <sys/single_threaded.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <thread>
#include <utility>

#include "base/clock.hpp"
#include "base/cold_lines.hpp"
#include "base/fence.hpp"
#include "base/platform.hpp"
#include "client/context/context_state.hpp"
#include "client/executor/group_state.hpp"

namespace baton::client {
namespace {

// One thread at a time counts, so that no locked instruction is needed.
void add(std::atomic<std::uint64_t>& figure, std::uint64_t more) {
  figure.store(figure.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
}

void raise(std::atomic<std::uint64_t>& figure, std::uint64_t value) {
  if (figure.load(std::memory_order_relaxed) < value) {
    figure.store(value, std::memory_order_relaxed);
  }
}

std::uint64_t between(std::uint64_t begin, std::uint64_t end) {
  return end > begin ? end - begin : 0;
}

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

Dispatcher::Dispatcher(std::shared_ptr<ContextState> context, std::int64_t spin_ns)
    : number_(next_number()),
      context_(std::move(context)),
      wait_set_(context_->open_wait_set()),
      spin_ns_(spin_ns) {
  harvest_.found.reserve(16);  // here, beside the rest
  harvest_.accept = is_not_queued;
  harvest_.context = this;
}

/// [queue/find] finder: the thread that takes next sees what the one that took last did.
/// [mark/work] finder: behind the fence with which the work was told of.
[[gnu::hot]] bool Dispatcher::is_not_queued(void* dispatcher, void* who) {
  return static_cast<Executable*>(who)->queued_in_.load(std::memory_order_acquire) !=
         static_cast<const Dispatcher*>(dispatcher)->number_;
}

Dispatcher::~Dispatcher() = default;

bool Dispatcher::running() const { return !is_cancelled() && context_->is_valid(); }

void Dispatcher::wait_for_shutdown() { context_->wait_for_shutdown(); }

void Dispatcher::require_own_process() const { context_->require_own_process(); }

void Dispatcher::tell_unused_arguments() const { context_->tell_unused_arguments(); }

void Dispatcher::cancel() noexcept {
  cancelled_.store(true, std::memory_order_release);  // [cancel/run] the cancelling thread
  wait_set_->notify();
}

/// Fills the harvest; returns the time after it. With `guesses` the harvest may be left empty.
[[gnu::hot]] std::uint64_t Dispatcher::wait(std::int64_t timeout_ns, bool guesses) {
  context_->require_own_process();
  harvest_.found.clear();
  add(waits_, 1);
  const std::int64_t due_ns = timers_.first_due_ns();
  if (due_ns != TimerQueue::never_ns) {
    const std::int64_t now_ns = base::monotonic_ns();
    if (due_ns <= now_ns) {
      timers_.collect(now_ns, harvest_.found);
      timeout_ns = 0;
    } else if (timeout_ns < 0 || timeout_ns > due_ns - now_ns) {
      timeout_ns = due_ns - now_ns;
    }
  }
  // Timers come first: with any there is no guess.
  harvest_.may_end_unlooked = guesses && due_ns == TimerQueue::never_ns;
  harvest_.unlooked = false;
  wait_set_->wait(timeout_ns, timeout_ns == 0 ? 0 : spin_ns_, &harvest_);
  if (harvest_.found.empty() && timers_.first_due_ns() != TimerQueue::never_ns) {
    timers_.collect(base::monotonic_ns(), harvest_.found);
  }
  for (const auto& who : harvest_.found) {
    static_cast<Executable*>(who.get())->queued_in_.store(number_, std::memory_order_relaxed);
  }
  return stopwatch_.now();
}

/// False if another dispatcher has found it since.
[[gnu::hot]] bool Dispatcher::unqueue(Executable& executable) {
  if (executable.queued_in_.load(std::memory_order_relaxed) != number_) return false;
  executable.queued_in_.store(0, std::memory_order_release);  // [queue/find] taker
  return true;
}

/// From now on it is found again, by another thread that waits, too. That one may have skipped it
/// meanwhile, and may sleep.
void Dispatcher::let_find(Executable& executable) {
  if (!unqueue(executable)) return;
  // [mark/work] taker: this look sees the work, or a finder sees that the mark has fallen
  base::full_fence();
  if (executable.has_work()) wait_set_->wake();
}

/// Nothing if it left this executor meanwhile.
[[gnu::hot]] std::shared_ptr<Executable> Dispatcher::adopt(std::shared_ptr<void> who) {
  auto executable = std::static_pointer_cast<Executable>(std::move(who));
  if (executable && executable->dispatcher_.load(std::memory_order_relaxed) != this) {
    let_find(*executable);  // it may just be coming back
    executable.reset();
  }
  return executable;
}

/// Weakly: a callback that runs before may destroy them.
[[gnu::hot]] void Dispatcher::keep_for_later(std::size_t first, std::uint64_t found_at) {
  for (std::size_t i = first; i < harvest_.found.size(); ++i) {
    found_.push_back({harvest_.found[i], found_at});
  }
  harvest_.found.clear();
}

[[gnu::hot]] void Dispatcher::count(const Times& times) {
  const std::uint64_t busy = between(times.begun_at, times.ended_at);
  const std::uint64_t delay = between(times.found_at, times.begun_at);
  add(executed_, 1);
  add(busy_, busy);
  add(delay_, delay);
  raise(longest_callback_, busy);
  raise(longest_delay_, delay);
}

// ---- one thread ----

/// Whatever the callback throws, its group is free again.
class Dispatcher::Turn {
 public:
  explicit Turn(GroupState* group) : group_(group) {}
  ~Turn() {
    if (group_ == nullptr) return;
    for (const auto& parked : group_->set_free()) {
      if (const auto finder = parked.finder.lock()) finder->resume(parked.who);
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  GroupState* const group_;
};

[[gnu::hot]] bool Dispatcher::run(const std::shared_ptr<Executable>& executable,
                                  std::uint64_t found_at) {
  auto group = executable->group_.lock();
  if (group && group->type() == CallbackGroupType::Reentrant) group.reset();
  // The executor that had it before may still run a callback of it.
  if (group && !group->take_or_park(executable, *this)) return false;
  const Turn turn(group.get());
  unqueue(*executable);
  const std::uint64_t begun_at = stopwatch_.now();
  const bool executed = executable->execute_next(nullptr, nullptr);
  if (executed) count({found_at, begun_at, stopwatch_.now()});
  return executed;
}

[[gnu::hot]] std::shared_ptr<Executable> Dispatcher::next_found(std::uint64_t& found_at) {
  while (!found_.empty()) {
    const Found next = std::move(found_.front());
    found_.pop_front();
    found_at = next.found_at;
    if (auto executable = adopt(next.who.lock())) return executable;
  }
  return nullptr;
}

bool Dispatcher::find_ready() {
  const std::uint64_t found_at = wait(0);
  keep_for_later(0, found_at);
  return !found_.empty();
}

bool Dispatcher::run_found() {
  std::uint64_t found_at = 0;
  const auto executable = next_found(found_at);
  if (!executable) return false;
  run(executable, found_at);
  return true;
}

/// What had something the last few times is likely to be what the executor was woken for.
[[gnu::hot]] void Dispatcher::learn(const std::shared_ptr<Executable>& executed) {
  if (executed.get() == likely_seen_) {
    if (times_likely_ < enough_to_guess) ++times_likely_;
    return;
  }
  likely_ = executed;
  likely_seen_ = executed.get();
  times_likely_ = 0;
  expect_likely(*executed);
}

/// All that stays the same from message to message.
[[gnu::hot, gnu::noinline]] void Dispatcher::expect_likely(const Executable& executable) {
  const auto group = executable.group_.lock();
  const void* const busy = executable.busy_part();
  const void* const functions = base::virtual_functions_of(executable);
  using transport::WaitSet;
  wait_set_->expect(WaitSet::dispatcher_first, {&executable, busy});
  wait_set_->expect(WaitSet::dispatcher_then,
                    {functions, base::next_line(&executable), base::next_line(functions),
                     base::next_line(busy), group.get()});
  wait_set_->expect(WaitSet::dispatcher_last,
                    {&executed_, &found_, &timers_, base::next_line(group.get()), context_.get(),
                     &__libc_single_threaded});
}

[[gnu::hot]] std::shared_ptr<Executable> Dispatcher::guess() {
  auto executable = adopt(likely_.lock());
  if (executable && executable->has_work()) [[likely]]
    return executable;
  likely_seen_ = nullptr;  // it may be another one that lies there next time
  times_likely_ = 0;
  return nullptr;
}

[[gnu::hot]] bool Dispatcher::run_one(std::int64_t timeout_ns) {
  std::uint64_t found_at = 0;
  std::shared_ptr<Executable> executable = next_found(found_at);
  const std::int64_t deadline_ns = timeout_ns > 0 ? base::monotonic_ns() + timeout_ns : 0;
  while (!executable || !run(executable, found_at)) {
    // It has nothing more, or the wait ended without an entity.
    if (!running()) return false;
    // Before any wait, which skips what is in the queue.
    executable = next_found(found_at);
    if (executable) continue;
    const bool guesses = times_likely_ == enough_to_guess;
    found_at = wait(
        timeout_ns > 0 ? std::max<std::int64_t>(0, deadline_ns - base::monotonic_ns()) : timeout_ns,
        guesses);
    if (!harvest_.found.empty()) {
      executable = adopt(std::move(harvest_.found.front()));
      keep_for_later(1, found_at);
    } else if (harvest_.unlooked) {
      executable = guess();
      if (!executable) continue;  // now all entities are looked at, also when the time is over
    }
    if (!executable) executable = next_found(found_at);
    if (!executable && timeout_ns >= 0 &&
        (timeout_ns == 0 || base::monotonic_ns() >= deadline_ns)) {
      return false;
    }
  }
  learn(executable);
  short_way_ = std::exchange(harvest_.unlooked, false);
  return true;
}

/// From the end of a callback to sleep and to the next callback, for a thread that is woken for the
/// same entity again and again. What it touches after milliseconds of sleep is cold, so it is
/// short. False: there is other work, which run_one() does.
[[gnu::hot]] bool Dispatcher::run_likely() {
  if (!std::exchange(short_way_, false)) return false;
  // A notify() that the last wait took in may have been for this; a later one ends the sleep.
  if (!running() || timers_.first_due_ns() != TimerQueue::never_ns) return false;
  if (spin_ns_ > 0 || !found_.empty() || !wait_set_->polls()) return false;
  add(waits_, 1);
  if (!wait_set_->sleep_again()) return false;
  const std::uint64_t found_at = stopwatch_.now();
  const auto executable = guess();
  if (!executable) return false;
  wait_set_->fetch_afterwards();
  short_way_ = run(executable, found_at);
  return short_way_;
}

void Dispatcher::spin() {
  while (running()) {
    run_one(transport::wait_forever);
    while (run_likely()) {
    }
  }
}

// ---- several threads ----

/// Whatever the callback throws, its group is free again.
class Dispatcher::Finisher {
 public:
  Finisher(Dispatcher& dispatcher, std::unique_lock<std::mutex>& lock, GroupState& group)
      : dispatcher_(dispatcher), lock_(lock), group_(group) {}
  ~Finisher() {
    lock_.lock();
    auto parked = group_.set_free();
    // In front: they were found before what is in the queue.
    for (auto each = parked.rbegin(); each != parked.rend(); ++each) {
      const auto finder = each->finder.lock();
      if (finder.get() == &dispatcher_) {
        dispatcher_.found_.push_front({std::move(each->who), found_at});
      } else if (finder) {
        lock_.unlock();
        finder->resume(each->who);
        lock_.lock();
      }
    }
    dispatcher_.followers_.notify_one();
  }
  std::uint64_t found_at = 0;

 private:
  Dispatcher& dispatcher_;
  std::unique_lock<std::mutex>& lock_;
  GroupState& group_;
};

/// In in_work_ from before the lock is released until it is taken again.
class Dispatcher::Listed {
 public:
  Listed(Dispatcher& dispatcher, std::unique_lock<std::mutex>& lock, const GroupState* group)
      : dispatcher_(dispatcher), lock_(lock), group_(group) {
    dispatcher_.in_work_.push_back(group_);
  }
  ~Listed() {
    if (!lock_.owns_lock()) lock_.lock();
    auto& all = dispatcher_.in_work_;
    all.erase(std::find(all.begin(), all.end(), group_));
  }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;

 private:
  Dispatcher& dispatcher_;
  std::unique_lock<std::mutex>& lock_;
  const GroupState* const group_;
};

bool Dispatcher::runs_callbacks_of(const GroupState& group) {
  const std::lock_guard lock(mutex_);
  return std::find(in_work_.begin(), in_work_.end(), &group) != in_work_.end();
}

std::shared_ptr<Executable> Dispatcher::next_runnable(std::shared_ptr<GroupState>& group,
                                                      std::uint64_t& found_at) {
  while (auto executable = next_found(found_at)) {
    group = executable->group_.lock();
    if (!group || group->type() == CallbackGroupType::Reentrant) return executable;
    if (group->take_or_park(executable, *this)) return executable;
  }
  return nullptr;
}

/// What this dispatcher found waited for a group that another one had. The waiting thread finds it
/// among the timers that are due, which come first; the queue may be another thread's.
void Dispatcher::resume(const std::weak_ptr<void>& who) {
  const auto executable = std::static_pointer_cast<Executable>(who.lock());
  if (!executable) return;
  timers_.schedule(*executable, who, 0);
  reconsider();
}

void Dispatcher::lead(std::unique_lock<std::mutex>& lock, std::int64_t timeout_ns) {
  led_ = true;
  lock.unlock();
  try {
    const std::uint64_t found_at = wait(timeout_ns);
    fresh_.clear();
    for (const auto& who : harvest_.found) fresh_.push_back({who, found_at});
    harvest_.found.clear();  // not under the mutex: some may be the last reference
  } catch (...) {
    lock.lock();
    led_ = false;
    followers_.notify_one();
    throw;
  }
  lock.lock();
  led_ = false;
  std::move(fresh_.begin(), fresh_.end(), std::back_inserter(found_));
}

void Dispatcher::run_as_one_of_several(std::unique_lock<std::mutex>& lock,
                                       std::shared_ptr<Executable> executable,
                                       const std::shared_ptr<GroupState>& group,
                                       std::uint64_t found_at) {
  struct Work {
    Dispatcher& dispatcher;
    Executable& executable;
  } work{*this, *executable};
  const Listed listed(*this, lock, group.get());
  const auto taken = [](void* context) {
    Work& done = *static_cast<Work*>(context);
    done.dispatcher.let_find(done.executable);
  };
  lock.unlock();
  if (yield_) std::this_thread::yield();
  Times times{found_at, stopwatch_.now(), 0};
  bool executed = false;
  {
    std::optional<Finisher> finisher;
    if (group && group->type() == CallbackGroupType::MutuallyExclusive) {
      finisher.emplace(*this, lock, *group);
      finisher->found_at = found_at;
    }
    const auto running = std::move(executable);  // if it is the last, it goes before the lock
    try {
      executed = running->execute_next(taken, &work);
    } catch (...) {
      let_find(*running);
      throw;
    }
    if (!executed) let_find(*running);
    times.ended_at = stopwatch_.now();
  }
  if (!lock.owns_lock()) lock.lock();
  if (executed) count(times);
}

void Dispatcher::work(std::int64_t timeout_ns) {
  std::unique_lock lock(mutex_);
  while (running()) {
    std::shared_ptr<GroupState> group;
    std::uint64_t found_at = 0;
    if (auto executable = next_runnable(group, found_at)) {
      if (!led_) followers_.notify_one();  // one of them has to wait, or to run the rest
      run_as_one_of_several(lock, std::move(executable), group, found_at);
    } else if (led_) {
      followers_.wait(lock);
    } else {
      lead(lock, timeout_ns);
    }
  }
  followers_.notify_all();
}

ExecutorCounters Dispatcher::counters() const {
  const double ns_per_tick = stopwatch_.ns_per_tick();
  const auto ns = [ns_per_tick](const std::atomic<std::uint64_t>& ticks) {
    const auto figure = static_cast<double>(ticks.load(std::memory_order_relaxed));
    return static_cast<std::uint64_t>(figure * ns_per_tick);
  };
  ExecutorCounters counters;
  counters.executed = executed_.load(std::memory_order_relaxed);
  counters.waits = waits_.load(std::memory_order_relaxed);
  counters.busy_ns = ns(busy_);
  counters.longest_callback_ns = ns(longest_callback_);
  counters.delay_ns = ns(delay_);
  counters.longest_delay_ns = ns(longest_delay_);
  return counters;
}

}  // namespace baton::client
