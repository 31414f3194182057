// SPDX-License-Identifier: Apache-2.0
#include <baton/wait_set.hpp>

#include <algorithm>
#include <mutex>

#include "client/context_state.hpp"
#include "transport/wait_set.hpp"

namespace baton {

struct WaitSet::State {
  std::shared_ptr<client::ContextState> context;
  std::shared_ptr<transport::WaitSet> wait_set;
  std::mutex mutex;  // covers subscriptions
  std::vector<SubscriptionBase::SharedPtr> subscriptions;
};

WaitSet::WaitSet(Context& context) : state_(std::make_unique<State>()) {
  state_->context = context.state();
  state_->wait_set = context.state()->open_wait_set();
}

WaitSet::~WaitSet() {
  if (!state_->context->is_valid()) return;  // shut down, or in a forked child
  for (const auto& subscription : state_->subscriptions) subscription->attach(nullptr);
}

void WaitSet::add_subscription(const SubscriptionBase::SharedPtr& subscription) {
  const std::lock_guard lock(state_->mutex);
  if (std::find(state_->subscriptions.begin(), state_->subscriptions.end(), subscription) !=
      state_->subscriptions.end()) {
    return;
  }
  subscription->attach(state_->wait_set);
  state_->subscriptions.push_back(subscription);
}

void WaitSet::remove_subscription(const SubscriptionBase::SharedPtr& subscription) {
  const std::lock_guard lock(state_->mutex);
  if (std::erase(state_->subscriptions, subscription) > 0) subscription->attach(nullptr);
}

WaitResultKind WaitSet::wait(std::chrono::nanoseconds timeout, std::chrono::nanoseconds spin) {
  state_->context->require_own_process();
  if (!state_->context->is_valid()) return WaitResultKind::Ready;
  const bool ready = state_->wait_set->wait(
      timeout.count() < 0 ? transport::wait_forever : timeout.count(), spin.count());
  return ready ? WaitResultKind::Ready : WaitResultKind::Timeout;
}

void WaitSet::notify() noexcept { state_->wait_set->notify(); }

}  // namespace baton
