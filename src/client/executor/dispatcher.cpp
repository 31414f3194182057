// SPDX-License-Identifier: Apache-2.0
#include "client/executor/dispatcher.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <thread>

#include "base/clock.hpp"
#include "base/fence.hpp"
#include "base/quick_clock.hpp"
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

/// The clock of day may be set between two looks at it.
std::uint64_t between(std::int64_t begin_ns, std::int64_t end_ns) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, end_ns - begin_ns));
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
  harvest_.accept = [number = number_](void* who) {
    // Acquire: who is found next takes behind who took last.
    return static_cast<Executable*>(who)->queued_in_.load(std::memory_order_acquire) != number;
  };
}

Dispatcher::~Dispatcher() = default;

bool Dispatcher::running() const { return !is_cancelled() && context_->is_valid(); }

void Dispatcher::require_own_process() const { context_->require_own_process(); }

void Dispatcher::cancel() noexcept {
  cancelled_.store(true, std::memory_order_release);
  wait_set_->notify();
}

/// Fills the harvest; returns the time behind it.
[[gnu::hot]]
std::int64_t Dispatcher::wait(std::int64_t timeout_ns) {
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
  wait_set_->wait(timeout_ns, timeout_ns == 0 ? 0 : spin_ns_, &harvest_);
  if (harvest_.found.empty() && timers_.first_due_ns() != TimerQueue::never_ns) {
    timers_.collect(base::monotonic_ns(), harvest_.found);
  }
  for (const auto& who : harvest_.found) {
    static_cast<Executable*>(who.get())->queued_in_.store(number_, std::memory_order_relaxed);
  }
  return base::quick_realtime_ns();
}

/// False if another dispatcher has found it since.
[[gnu::hot]]
bool Dispatcher::unqueue(Executable& executable) {
  if (executable.queued_in_.load(std::memory_order_relaxed) != number_) return false;
  executable.queued_in_.store(0, std::memory_order_release);
  return true;
}

/// From now on it is found again, by another thread that waits, too. That one has passed over it
/// meanwhile, and may sleep.
void Dispatcher::let_find(Executable& executable) {
  if (!unqueue(executable)) return;
  base::full_fence();  // either the look behind the mark's fall sees the work, or this one does
  if (executable.has_work()) wait_set_->wake();
}

/// Nothing if it left this executor meanwhile.
[[gnu::hot]]
std::shared_ptr<Executable> Dispatcher::adopt(std::shared_ptr<void> who) {
  auto executable = std::static_pointer_cast<Executable>(std::move(who));
  if (executable && executable->dispatcher_.load(std::memory_order_relaxed) != this) {
    let_find(*executable);  // it may just be coming back
    executable.reset();
  }
  return executable;
}

/// Weakly: a callback that runs before may destroy them.
[[gnu::hot]]
void Dispatcher::keep_for_later(std::size_t first, std::int64_t found_ns) {
  for (std::size_t i = first; i < harvest_.found.size(); ++i) {
    found_.push_back({harvest_.found[i], found_ns});
  }
  harvest_.found.clear();
}

[[gnu::hot]]
void Dispatcher::count(const Times& times) {
  const std::uint64_t busy_ns = between(times.begin_ns, times.end_ns);
  const std::uint64_t delay_ns = between(times.found_ns, times.begin_ns);
  add(executed_, 1);
  add(busy_ns_, busy_ns);
  add(delay_ns_, delay_ns);
  raise(longest_callback_ns_, busy_ns);
  raise(longest_delay_ns_, delay_ns);
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

[[gnu::hot]]
bool Dispatcher::run(const std::shared_ptr<Executable>& executable, std::int64_t found_ns) {
  auto group = executable->group_.lock();
  if (group && group->type() == CallbackGroupType::Reentrant) group.reset();
  // The executor that had it before may still run a callback of it.
  if (group && !group->take_or_park(executable, *this)) return false;
  const Turn turn(group.get());
  unqueue(*executable);
  const std::int64_t begin_ns = base::quick_realtime_ns();
  const bool executed = executable->execute_next(nullptr, nullptr);
  if (executed) count({found_ns, begin_ns, base::quick_realtime_ns()});
  return executed;
}

[[gnu::hot]]
std::shared_ptr<Executable> Dispatcher::next_found(std::int64_t& found_ns) {
  while (!found_.empty()) {
    const Found next = std::move(found_.front());
    found_.pop_front();
    found_ns = next.found_ns;
    if (auto executable = adopt(next.who.lock())) return executable;
  }
  return nullptr;
}

bool Dispatcher::find_ready() {
  const std::int64_t found_ns = wait(0);
  keep_for_later(0, found_ns);
  return !found_.empty();
}

bool Dispatcher::run_found() {
  std::int64_t found_ns = 0;
  const auto executable = next_found(found_ns);
  if (!executable) return false;
  run(executable, found_ns);
  return true;
}

[[gnu::hot]]
bool Dispatcher::run_one(std::int64_t timeout_ns) {
  std::int64_t found_ns = 0;
  std::shared_ptr<Executable> executable = next_found(found_ns);
  const std::int64_t deadline_ns = timeout_ns > 0 ? base::monotonic_ns() + timeout_ns : 0;
  while (!executable || !run(executable, found_ns)) {
    // Nothing more of it, or a wait that ended for nobody.
    if (!running()) return false;
    executable.reset();
    found_ns = wait(timeout_ns > 0 ? std::max<std::int64_t>(0, deadline_ns - base::monotonic_ns())
                                   : timeout_ns);
    if (!harvest_.found.empty()) {
      executable = adopt(std::move(harvest_.found.front()));
      keep_for_later(1, found_ns);
    }
    if (!executable) executable = next_found(found_ns);
    if (!executable && timeout_ns >= 0 &&
        (timeout_ns == 0 || base::monotonic_ns() >= deadline_ns)) {
      return false;
    }
  }
  return true;
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
        dispatcher_.found_.push_front({std::move(each->who), found_ns});
      } else if (finder) {
        lock_.unlock();
        finder->resume(each->who);
        lock_.lock();
      }
    }
    dispatcher_.followers_.notify_one();
  }
  std::int64_t found_ns = 0;

 private:
  Dispatcher& dispatcher_;
  std::unique_lock<std::mutex>& lock_;
  GroupState& group_;
};

/// In in_work_ from before the lock is let go of until it is taken again.
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
                                                      std::int64_t& found_ns) {
  while (auto executable = next_found(found_ns)) {
    group = executable->group_.lock();
    if (!group || group->type() == CallbackGroupType::Reentrant) return executable;
    if (group->take_or_park(executable, *this)) return executable;
  }
  return nullptr;
}

/// What this dispatcher found waited for a group that another one had. Who waits here finds it among
/// the timers that are due, which come first; the queue may be another thread's.
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
    const std::int64_t found_ns = wait(timeout_ns);
    fresh_.clear();
    for (const auto& who : harvest_.found) fresh_.push_back({who, found_ns});
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
                                       std::int64_t found_ns) {
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
  Times times{found_ns, base::quick_realtime_ns(), 0};
  bool executed = false;
  {
    std::optional<Finisher> finisher;
    if (group && group->type() == CallbackGroupType::MutuallyExclusive) {
      finisher.emplace(*this, lock, *group);
      finisher->found_ns = found_ns;
    }
    const auto running = std::move(executable);  // if it is the last, it goes before the lock
    try {
      executed = running->execute_next(taken, &work);
    } catch (...) {
      let_find(*running);
      throw;
    }
    if (!executed) let_find(*running);
    times.end_ns = base::quick_realtime_ns();
  }
  if (!lock.owns_lock()) lock.lock();
  if (executed) count(times);
}

void Dispatcher::work(std::int64_t timeout_ns) {
  std::unique_lock lock(mutex_);
  while (running()) {
    std::shared_ptr<GroupState> group;
    std::int64_t found_ns = 0;
    if (auto executable = next_runnable(group, found_ns)) {
      if (!led_) followers_.notify_one();  // somebody has to wait, or to run the rest
      run_as_one_of_several(lock, std::move(executable), group, found_ns);
    } else if (led_) {
      followers_.wait(lock);
    } else {
      lead(lock, timeout_ns);
    }
  }
  followers_.notify_all();
}

ExecutorCounters Dispatcher::counters() const {
  ExecutorCounters counters;
  counters.executed = executed_.load(std::memory_order_relaxed);
  counters.waits = waits_.load(std::memory_order_relaxed);
  counters.busy_ns = busy_ns_.load(std::memory_order_relaxed);
  counters.longest_callback_ns = longest_callback_ns_.load(std::memory_order_relaxed);
  counters.delay_ns = delay_ns_.load(std::memory_order_relaxed);
  counters.longest_delay_ns = longest_delay_ns_.load(std::memory_order_relaxed);
  return counters;
}

}  // namespace baton::client
