// SPDX-License-Identifier: Apache-2.0
#include <baton/wait_set.hpp>

#include <stdexcept>

#include <baton/client.hpp>
#include <baton/exceptions.hpp>
#include <baton/service.hpp>

#include "client/context/context_state.hpp"
#include "client/executor/wait_set_state.hpp"

namespace rclcpp {
namespace {

using client::WaitSetState;

std::shared_ptr<WaitSetState> make(const Context::SharedPtr& context) {
  if (!context) throw std::invalid_argument("a wait set needs a context: it is a null pointer");
  if (!context->state()->was_begun()) {
    throw exceptions::RCLInvalidArgument(
        "a wait set needs a context that is initialised: call rclcpp::init(argc, argv), or its "
        "init(), before");
  }
  return std::make_shared<WaitSetState>(context->state(), false);
}

void require_messages(const SubscriptionWaitSetMask& mask) {
  if (mask.include_subscription || mask.include_intra_process_waitable) return;
  throw std::invalid_argument(
      "a wait set waits for the messages of a subscription, not for its "
      "events alone: an executor runs their callbacks");
}

}  // namespace

WaitSet::WaitSet(const std::vector<SubscriptionEntry>& subscriptions,
                 const std::vector<GuardCondition::SharedPtr>& guard_conditions,
                 const std::vector<TimerBase::SharedPtr>& timers,
                 const std::vector<std::shared_ptr<ClientBase>>& clients,
                 const std::vector<std::shared_ptr<ServiceBase>>& services,
                 const std::vector<WaitableEntry>& waitables, const Context::SharedPtr& context)
    : WaitSet(make(context)) {
  for (const auto& entry : subscriptions) add_subscription(entry.subscription, entry.mask);
  for (const auto& guard_condition : guard_conditions) add_guard_condition(guard_condition);
  for (const auto& timer : timers) add_timer(timer);
  for (const auto& one : clients) add_client(one);
  for (const auto& one : services) add_service(one);
  for (const auto& entry : waitables) add_waitable(entry.waitable, entry.associated_entity);
}

WaitSet::WaitSet(Context& context)
    : WaitSet(std::make_shared<WaitSetState>(context.state(), true)) {}

WaitSet::~WaitSet() = default;

void WaitSet::add_subscription(const std::shared_ptr<SubscriptionBase>& subscription,
                               const SubscriptionWaitSetMask& mask) {
  require_messages(mask);
  state_->add(WaitSetState::Kind::subscription, subscription);
}

void WaitSet::add_guard_condition(const GuardCondition::SharedPtr& guard_condition) {
  state_->add(guard_condition);
}

void WaitSet::add_timer(const TimerBase::SharedPtr& timer) {
  state_->add(WaitSetState::Kind::timer, timer);
}

void WaitSet::add_client(const std::shared_ptr<ClientBase>& client) {
  state_->add(WaitSetState::Kind::client, client);
}

void WaitSet::add_service(const std::shared_ptr<ServiceBase>& service) {
  state_->add(WaitSetState::Kind::service, service);
}

void WaitSet::add_waitable(const std::shared_ptr<Waitable>& waitable,
                           const std::shared_ptr<void>& associated_entity) {
  state_->add(waitable, associated_entity);
}

void WaitSet::remove_waitable(const std::shared_ptr<Waitable>& waitable) {
  state_->remove(waitable);
}

void WaitSet::remove_subscription(const std::shared_ptr<SubscriptionBase>& subscription,
                                  const SubscriptionWaitSetMask&) {
  state_->remove(WaitSetState::Kind::subscription, subscription);
}

void WaitSet::remove_guard_condition(const GuardCondition::SharedPtr& guard_condition) {
  state_->remove(guard_condition);
}

void WaitSet::remove_timer(const TimerBase::SharedPtr& timer) {
  state_->remove(WaitSetState::Kind::timer, timer);
}

void WaitSet::remove_client(const std::shared_ptr<ClientBase>& client) {
  state_->remove(WaitSetState::Kind::client, client);
}

void WaitSet::remove_service(const std::shared_ptr<ServiceBase>& service) {
  state_->remove(WaitSetState::Kind::service, service);
}

void WaitSet::prune_deleted_entities() { state_->prune(); }

WaitResultKind WaitSet::wait_for(std::chrono::nanoseconds timeout, std::chrono::nanoseconds spin) {
  return state_->wait(timeout, spin);
}

void WaitSet::notify() noexcept { state_->notify(); }

const rcl_wait_set_t& WaitSet::get_rcl_wait_set() const { return state_->found(); }

}  // namespace rclcpp
