// SPDX-License-Identifier: Apache-2.0
#include <baton/action/client_core.hpp>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include <baton/action/client.hpp>
#include <baton/action/client_goal_handle.hpp>
#include <baton/action/exceptions.hpp>
#include <baton/action/server_core.hpp>
#include <baton/context.hpp>
#include <baton/create_client.hpp>
#include <baton/create_subscription.hpp>

namespace baton::action {

using std::chrono::nanoseconds;

ClientCore::ClientCore(ClientSetup setup) : setup_(std::move(setup)) {}

ClientCore::~ClientCore() = default;

void ClientCore::open() {
  status_ = baton::create_subscription<Status>(
      setup_.node, setup_.part("status"), qos_of(setup_.options.status_topic_qos),
      [weak = weak_from_this()](std::shared_ptr<const Status> status) {
        if (const auto core = weak.lock()) core->on_status(std::move(status));
      },
      setup_.subscription_options());
  cancel_ = baton::create_client<Cancel>(setup_.node, setup_.part("cancel_goal"),
                                         qos_of(setup_.options.cancel_service_qos), setup_.group);
}

void ClientCore::configure_introspection(const Clock::SharedPtr& clock, const QoS& qos,
                                         rcl_service_introspection_state_t state) {
  cancel_->configure_introspection(clock, qos, state);
  configure_typed(clock, qos, state);
}

void ClientCore::listen(const ReadyCallback& callback) {
  listen_to(*cancel_, callback, baton::action::ClientBase::EntityType::CancelClient);
  listen_to(*status_, callback, baton::action::ClientBase::EntityType::StatusSubscription);
  listen_typed(callback);
}

// ---- the server ----

bool ClientCore::is_ready() const {
  return cancel_->service_is_ready() && status_->get_publisher_count() > 0 &&
         typed_parts_are_ready();
}

bool ClientCore::wait_until_ready(nanoseconds timeout) const {
  using Steady = std::chrono::steady_clock;
  constexpr nanoseconds longest = std::chrono::hours(24 * 365);
  const auto context = setup_.node->get_context();
  const auto deadline =
      Steady::now() + (timeout.count() < 0 ? longest : std::min(timeout, longest));
  while (!is_ready()) {
    const nanoseconds left = deadline - Steady::now();
    if (left.count() <= 0 || !context->is_valid()) return false;
    baton::ClientBase* part = unready_part();
    if (part == nullptr && !cancel_->service_is_ready()) part = cancel_.get();
    if (part != nullptr) {
      (void)part->wait_for_service(left);
    } else {
      // The services have been met, and the server's topics follow within the same moment.
      std::this_thread::sleep_for(std::min<nanoseconds>(left, std::chrono::milliseconds(1)));
    }
  }
  return true;
}

std::shared_future<ClientCore::Cancel::Response::SharedPtr> ClientCore::cancel(
    const GoalInfo& which, CancelCallback callback) {
  auto request = std::make_shared<Cancel::Request>();
  request->goal_info = which;
  if (!callback) return cancel_->async_send_request(std::move(request)).share();
  auto sent = cancel_->async_send_request(
      std::move(request),
      [callback = std::move(callback)](baton::Client<Cancel>::SharedFuture response) {
        callback(response.get());
      });
  return sent.future;
}

// ---- goal handles ----

std::shared_ptr<ClientGoalHandleBase> ClientCore::find(const GoalUUID& goal_id) const {
  const std::lock_guard lock(mutex_);
  const auto at = handles_.find(goal_id);
  return at == handles_.end() ? nullptr : at->second.lock();
}

void ClientCore::add(const std::shared_ptr<ClientGoalHandleBase>& handle) {
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      handles_[handle->get_goal_id()] = handle;
      if (!statuses_) return;
      for (const GoalStatus& each : statuses_->status_list) {
        if (each.goal_info.goal_id.uuid == handle->get_goal_id()) handle->set_status(each.status);
      }
      return;
    }
  }
  handle->invalidate(exceptions::UnawareGoalHandleError());
}

void ClientCore::remove(const GoalUUID& goal_id) {
  const std::lock_guard lock(mutex_);
  handles_.erase(goal_id);
}

void ClientCore::forget_ended() {
  const std::lock_guard lock(mutex_);
  std::erase_if(handles_, [](const auto& each) { return each.second.expired(); });
}

void ClientCore::close() {
  std::map<GoalUUID, std::weak_ptr<ClientGoalHandleBase>> left;
  std::shared_ptr<const Status> statuses;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    left.swap(handles_);
    statuses.swap(statuses_);
  }
  for (const auto& [id, weak] : left) {
    if (const auto handle = weak.lock()) handle->invalidate(exceptions::UnawareGoalHandleError());
  }
}

void ClientCore::on_status(std::shared_ptr<const Status> statuses) {
  std::shared_ptr<const Status> older = statuses;
  std::vector<std::pair<std::shared_ptr<ClientGoalHandleBase>, std::int8_t>> own;
  {
    // Once for all: the list has the goals of all clients, and those whose results are kept.
    const std::lock_guard lock(mutex_);
    if (!closed_) statuses_.swap(older);
    for (const GoalStatus& each : statuses->status_list) {
      const auto at = handles_.find(each.goal_info.goal_id.uuid);
      if (at == handles_.end()) continue;
      if (auto handle = at->second.lock()) own.emplace_back(std::move(handle), each.status);
    }
  }
  for (const auto& [handle, status] : own) handle->set_status(status);
}

ClientGoalHandleBase::ClientGoalHandleBase(const GoalInfo& info) : info_(info) {}

ClientGoalHandleBase::~ClientGoalHandleBase() = default;

std::int8_t ClientGoalHandleBase::get_status() {
  const std::lock_guard lock(mutex_);
  return status_;
}

void ClientGoalHandleBase::set_status(std::int8_t status) {
  const std::lock_guard lock(mutex_);
  if (!is_settled_) status_ = status;
}

bool ClientGoalHandleBase::is_result_aware() {
  const std::lock_guard lock(mutex_);
  return is_aware_;
}

bool ClientGoalHandleBase::set_result_awareness(bool awareness) {
  const std::lock_guard lock(mutex_);
  return std::exchange(is_aware_, awareness);
}

void ClientGoalHandleBase::invalidate(const exceptions::UnawareGoalHandleError& error) {
  {
    const std::lock_guard lock(mutex_);
    if (is_settled_) return;
    is_settled_ = true;
    is_aware_ = false;
    invalid_ = error;
    status_ = GoalStatus::STATUS_UNKNOWN;
  }
  break_promise(error);
}

void ClientGoalHandleBase::throw_unless_aware() {
  const std::lock_guard lock(mutex_);
  if (invalid_) throw *invalid_;
  if (!is_aware_) throw exceptions::UnawareGoalHandleError();
}

bool ClientGoalHandleBase::begin_result(std::int8_t status) {
  const std::lock_guard lock(mutex_);
  if (is_settled_) return false;
  is_settled_ = true;
  status_ = status;
  return true;
}

// ---- what clients show ----

ClientBase::~ClientBase() = default;

bool ClientBase::action_server_is_ready() const { return core_->is_ready(); }

bool ClientBase::wait_for_action_server_nanoseconds(nanoseconds timeout) {
  return core_->wait_until_ready(timeout);
}

void ClientBase::configure_introspection(Clock::SharedPtr clock, const QoS& qos_service_event_pub,
                                         rcl_service_introspection_state_t introspection_state) {
  core_->configure_introspection(clock, qos_service_event_pub, introspection_state);
}

void ClientBase::set_on_ready_callback(std::function<void(std::size_t, int)> callback) {
  require_callable(callback);
  core_->listen(callback);
}

void ClientBase::clear_on_ready_callback() { core_->listen(nullptr); }

}  // namespace baton::action
