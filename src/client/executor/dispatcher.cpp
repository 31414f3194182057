// SPDX-License-Identifier: Apache-2.0
#include "client/executor/dispatcher.hpp"

#include <utility>

#include "base/clock.hpp"
#include "base/fence.hpp"
#include "client/context/context_state.hpp"

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

[[gnu::hot]] bool Dispatcher::sleep_again() {
  add(waits_, 1);
  return wait_set_->sleep_again();
}

[[gnu::hot]] bool Dispatcher::unqueue(Executable& executable) {
  if (executable.queued_in_.load(std::memory_order_relaxed) != number_) return false;
  executable.queued_in_.store(0, std::memory_order_release);  // [queue/find] taker
  return true;
}

/// A thread that waits may have skipped it meanwhile, and may sleep.
void Dispatcher::let_find(Executable& executable) {
  if (!unqueue(executable)) return;
  // [mark/work] taker: this look sees the work, or a finder sees that the mark has fallen
  base::full_fence();
  if (executable.has_work()) wait_set_->wake();
}

[[gnu::hot]] std::shared_ptr<Executable> Dispatcher::adopt(std::shared_ptr<void> who) {
  auto executable = std::static_pointer_cast<Executable>(std::move(who));
  if (executable && executable->dispatcher_.load(std::memory_order_relaxed) != this) {
    let_find(*executable);  // it may just be coming back
    executable.reset();
  }
  return executable;
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

void Dispatcher::resume(const std::weak_ptr<void>& who) {
  const auto executable = std::static_pointer_cast<Executable>(who.lock());
  if (!executable) return;
  timers_.schedule(*executable, who, 0);
  reconsider();
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
