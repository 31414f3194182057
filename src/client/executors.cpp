// SPDX-License-Identifier: Apache-2.0
#include <baton/executors.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "client/context_state.hpp"
#include "transport/wait_set.hpp"

namespace baton::executors {

struct SingleThreadedExecutor::State {
  std::shared_ptr<client::ContextState> context;
  std::shared_ptr<transport::WaitSet> wait_set;
  std::int64_t spin_ns = 0;
  std::atomic<bool> cancelled{false};  // written by cancel(), consumed by the spinning thread

  std::mutex mutex;  // covers what follows
  std::vector<std::weak_ptr<SubscriptionBase>> subscriptions;
  std::atomic<std::uint64_t> version{1};  // of `subscriptions`

  // The spinning thread's copy, so that callbacks may add and remove.
  std::vector<std::weak_ptr<SubscriptionBase>> spinning;
  std::uint64_t spinning_version = 0;

  /// One message of each subscription that has one; false when none had.
  bool execute_round() {
    context->require_own_process();
    if (spinning_version != version.load(std::memory_order_acquire)) {
      const std::lock_guard lock(mutex);
      std::erase_if(subscriptions, [](const auto& entry) { return entry.expired(); });
      spinning = subscriptions;
      spinning_version = version.load(std::memory_order_relaxed);  // covered by the mutex
    }
    bool executed = false;
    for (const auto& entry : spinning) {
      const auto subscription = entry.lock();
      if (subscription && subscription->execute()) executed = true;
      if (cancelled.load(std::memory_order_relaxed)) break;  // only sooner or later
    }
    return executed;
  }

  bool running() const {
    return !cancelled.load(std::memory_order_relaxed) && context->is_valid();
  }
};

SingleThreadedExecutor::SingleThreadedExecutor(Context& context, const ExecutorOptions& options)
    : state_(std::make_unique<State>()) {
  state_->context = context.state();
  state_->wait_set = context.state()->open_wait_set();
  state_->spin_ns = options.spin.count();
}

SingleThreadedExecutor::~SingleThreadedExecutor() {
  if (!state_->context->is_valid()) return;  // shut down, or in a forked child
  for (const auto& entry : state_->subscriptions) {
    if (const auto subscription = entry.lock()) subscription->attach(nullptr);
  }
}

void SingleThreadedExecutor::add_subscription(const SubscriptionBase::SharedPtr& subscription) {
  const std::lock_guard lock(state_->mutex);
  const bool known = std::any_of(
      state_->subscriptions.begin(), state_->subscriptions.end(),
      [&](const auto& entry) { return entry.lock() == subscription; });
  if (known) return;
  state_->subscriptions.push_back(subscription);
  state_->version.fetch_add(1, std::memory_order_release);
  subscription->attach(state_->wait_set);
}

void SingleThreadedExecutor::remove_subscription(const SubscriptionBase::SharedPtr& subscription) {
  const std::lock_guard lock(state_->mutex);
  const auto removed = std::erase_if(state_->subscriptions, [&](const auto& entry) {
    return entry.lock() == subscription;
  });
  if (removed == 0) return;
  state_->version.fetch_add(1, std::memory_order_release);
  subscription->attach(nullptr);
}

void SingleThreadedExecutor::spin() {
  state_->context->require_own_process();
  while (state_->running()) {
    if (state_->execute_round()) continue;
    state_->wait_set->wait(transport::wait_forever, state_->spin_ns);
  }
  state_->cancelled.store(false, std::memory_order_relaxed);
}

bool SingleThreadedExecutor::spin_once(std::chrono::nanoseconds timeout) {
  bool executed = state_->execute_round();
  if (!executed && state_->running()) {
    state_->wait_set->wait(timeout.count() < 0 ? transport::wait_forever : timeout.count(),
                           state_->spin_ns);
    executed = state_->execute_round();
  }
  state_->cancelled.store(false, std::memory_order_relaxed);
  return executed;
}

void SingleThreadedExecutor::spin_some() {
  state_->context->require_own_process();
  while (state_->running() && state_->execute_round()) {
  }
  state_->cancelled.store(false, std::memory_order_relaxed);
}

void SingleThreadedExecutor::cancel() noexcept {
  state_->cancelled.store(true, std::memory_order_relaxed);
  state_->wait_set->notify();
}

}  // namespace baton::executors
