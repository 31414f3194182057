// SPDX-License-Identifier: Apache-2.0
#include <baton/action/server_core.hpp>

#include <algorithm>
#include <exception>
#include <functional>

#include <baton/action/server.hpp>
#include <baton/action/server_goal_handle.hpp>
#include <baton/create_publisher.hpp>
#include <baton/create_service.hpp>
#include <baton/logging.hpp>

namespace baton::action {
namespace {

using std::chrono::nanoseconds;

/// How often results are looked at, so that none is kept much longer than it is known.
nanoseconds tick_of(nanoseconds keep_for) {
  return std::max<nanoseconds>(keep_for / 8, std::chrono::milliseconds(1));
}

std::int64_t nanoseconds_of(const builtin_interfaces::msg::Time& stamp) {
  return stamp.sec * 1'000'000'000LL + stamp.nanosec;
}

}  // namespace

std::string resolve_action_name(const node_interfaces::NodeBaseInterface& node,
                                const std::string& name) {
  return node.resolve_topic_or_service_name(name, true);
}

QoS qos_of(const rmw_qos_profile_t& profile) {
  return QoS(QoSInitialization::from_rmw(profile), profile);
}

ServerCore::ServerCore(ServerSetup setup)
    : setup_(std::move(setup)), keep_for_(setup_.options.result_timeout.nanoseconds) {}

ServerCore::~ServerCore() = default;

void ServerCore::open() {
  status_ = create_publisher<Status>(setup_.node, setup_.part("status"),
                                     qos_of(setup_.options.status_topic_qos));
  const std::weak_ptr<ServerCore> weak = weak_from_this();
  if (keep_for_.count() > 0) {
    std::function<void()> tick = [weak] {
      if (const auto core = weak.lock()) core->on_tick();
    };
    timer_ = std::make_shared<WallTimer<std::function<void()>>>(tick_of(keep_for_), std::move(tick),
                                                                setup_.node->get_context(), false);
    setup_.node->add_to_group(timer_, setup_.group);
  }
  cancel_ = create_service<Cancel>(
      setup_.node, setup_.part("cancel_goal"),
      [weak](std::shared_ptr<const Cancel::Request> request,
             std::shared_ptr<Cancel::Response> response) {
        if (const auto core = weak.lock()) core->on_cancel(*request, *response);
      },
      qos_of(setup_.options.cancel_service_qos), setup_.group);
}

void ServerCore::configure_introspection(const Clock::SharedPtr& clock, const QoS& qos,
                                         rcl_service_introspection_state_t state) {
  cancel_->configure_introspection(clock, qos, state);
  configure_typed(clock, qos, state);
}

void ServerCore::listen(const ReadyCallback& callback) {
  listen_to(*cancel_, callback, ServerBase::EntityType::CancelService);
  listen_typed(callback);
}

// ---- goals begin ----

/// Empty if there is none.
std::string ServerCore::refusal(const GoalUUID& goal_id) const {
  if (goals_.count(goal_id) != 0) {
    return "a goal of this id is known already: its client has to draw another";
  }
  if (goals_.size() - finished_.size() >= max_active_goals) {
    return std::to_string(max_active_goals) +
           " goals have not ended: end some, or reject goals earlier";
  }
  return {};
}

bool ServerCore::may_begin(const GoalUUID& goal_id) {
  Gone gone;
  std::string why;
  {
    const std::lock_guard lock(mutex_);
    forget_expired(gone);
    why = refusal(goal_id);
  }
  if (why.empty()) return true;
  RCLCPP_WARN(setup_.logger, "action '%s': goal %s is rejected, because %s", setup_.name.c_str(),
              to_string(goal_id).c_str(), why.c_str());
  return false;
}

std::shared_ptr<GoalState> ServerCore::begin(const GoalUUID& goal_id) {
  GoalInfo info;
  info.goal_id.uuid = goal_id;
  info.stamp = setup_.clock->now();
  auto goal = std::make_shared<GoalState>(info);
  {
    const std::lock_guard lock(mutex_);
    if (refusal(goal_id).empty()) {
      goals_[goal_id].goal = goal;
      return goal;
    }
  }
  // Another thread was faster. Logged as before.
  (void)may_begin(goal_id);
  return nullptr;
}

void ServerCore::set_handle(const GoalUUID& goal_id,
                            const std::shared_ptr<ServerGoalHandleBase>& handle) {
  const std::lock_guard lock(mutex_);
  const auto at = goals_.find(goal_id);
  if (at != goals_.end()) at->second.handle = handle;
}

// ---- goals end ----

void ServerCore::finish(const GoalState& goal, std::shared_ptr<const void> response) {
  std::vector<rmw_request_id_t> waiting;
  Gone gone;
  bool start = false;
  {
    const std::lock_guard lock(mutex_);
    const auto at = goals_.find(goal.id());
    if (at == goals_.end() || at->second.response) return;
    at->second.response = response;
    waiting.swap(at->second.waiting);
    finished_.emplace_back(Steady::now(), goal.id());
    if (finished_.size() > max_finished_goals) forget_first(gone);
    if (timer_ && !ticking_) start = ticking_ = true;
  }
  if (start) timer_->reset();
  // Each client gets its result, whatever happens with that of another.
  std::exception_ptr failure;
  for (const rmw_request_id_t& request : waiting) {
    try {
      send_result(request, response.get());
    } catch (...) {
      failure = std::current_exception();
    }
  }
  publish_status();
  if (keep_for_.count() == 0) {
    const std::lock_guard lock(mutex_);
    forget_expired(gone);
  }
  if (failure) std::rethrow_exception(failure);
}

std::pair<ServerCore::Result, std::shared_ptr<const void>> ServerCore::result_of(
    const GoalUUID& goal_id, const rmw_request_id_t& request) {
  Gone gone;
  bool crowded = false;
  {
    const std::lock_guard lock(mutex_);
    forget_expired(gone);
    const auto at = goals_.find(goal_id);
    if (at == goals_.end()) return {Result::unknown, nullptr};
    if (at->second.response) return {Result::ready, at->second.response};
    crowded = at->second.waiting.size() >= max_waiting_requests;
    if (!crowded) at->second.waiting.push_back(request);
  }
  if (!crowded) return {Result::waiting, nullptr};
  RCLCPP_WARN_ONCE(setup_.logger,
                   "action '%s': %zu requests wait for the result of goal %s: further ones are "
                   "answered with the status UNKNOWN. Ask once for each goal",
                   setup_.name.c_str(), max_waiting_requests, to_string(goal_id).c_str());
  return {Result::unknown, nullptr};
}

void ServerCore::forget_first(Gone& gone) {
  const auto at = goals_.find(finished_.front().second);
  finished_.pop_front();
  gone.push_back(std::move(at->second));
  goals_.erase(at);
}

void ServerCore::forget_expired(Gone& gone) {
  if (keep_for_.count() < 0) return;
  const Steady::time_point now = Steady::now();
  while (!finished_.empty() && now - finished_.front().first >= keep_for_) forget_first(gone);
}

void ServerCore::on_tick() {
  Gone gone;
  {
    const std::lock_guard lock(mutex_);
    forget_expired(gone);
    if (!finished_.empty()) return;
    ticking_ = false;
  }
  timer_->cancel();
  bool again = false;  // a goal has ended meanwhile
  {
    const std::lock_guard lock(mutex_);
    again = ticking_;
  }
  if (again) timer_->reset();
}

// ---- cancelling ----

std::int8_t ServerCore::choose(const GoalInfo& which, Chosen& chosen) const {
  const std::lock_guard lock(mutex_);
  const GoalUUID& goal_id = which.goal_id.uuid;
  const bool by_id = goal_id != GoalUUID{};
  const std::int64_t before_ns = nanoseconds_of(which.stamp);
  const auto may_cancel = [](const Entry& entry) {
    return next_status(entry.goal->status(), GoalEvent::cancel_goal).has_value();
  };
  if (by_id && before_ns == 0) {
    const auto at = goals_.find(goal_id);
    if (at == goals_.end()) return Cancel::Response::ERROR_UNKNOWN_GOAL_ID;
    if (!may_cancel(at->second)) return Cancel::Response::ERROR_GOAL_TERMINATED;
    chosen.emplace_back(at->second.goal, at->second.handle);
    return Cancel::Response::ERROR_NONE;
  }
  for (const auto& [id, entry] : goals_) {
    const bool meant =
        before_ns == 0 || id == goal_id || nanoseconds_of(entry.goal->info().stamp) <= before_ns;
    if (meant && may_cancel(entry)) chosen.emplace_back(entry.goal, entry.handle);
  }
  return Cancel::Response::ERROR_NONE;
}

void ServerCore::on_cancel(const Cancel::Request& request, Cancel::Response& response) {
  {
    Gone gone;
    const std::lock_guard lock(mutex_);
    forget_expired(gone);
  }
  Chosen chosen;
  response.return_code = choose(request.goal_info, chosen);
  for (const auto& [goal, weak] : chosen) {
    const auto handle = weak.lock();
    if (!handle) continue;  // it is being destroyed, and the goal is cancelled by that
    if (call_cancel(handle) != CancelResponse::ACCEPT) continue;
    // False if it has ended meanwhile.
    if (goal->try_step(GoalEvent::cancel_goal)) response.goals_canceling.push_back(goal->info());
  }
  if (!response.goals_canceling.empty()) return publish_status();
  if (!chosen.empty()) response.return_code = Cancel::Response::ERROR_REJECTED;
}

// ---- statuses ----

ServerCore::Status ServerCore::snapshot() const {
  Status status;
  status.status_list.reserve(goals_.size());
  for (const auto& [id, entry] : goals_) {
    GoalStatus one;
    one.goal_info = entry.goal->info();
    one.status = entry.goal->status();
    status.status_list.push_back(one);
  }
  return status;
}

/// One thread at a time publishes, and again for those that came meanwhile: so no older list
/// follows a newer one.
void ServerCore::publish_status() {
  std::unique_lock lock(mutex_);
  if (publishing_) {
    publish_again_ = true;
    return;
  }
  publishing_ = true;
  do {
    publish_again_ = false;
    const Status status = snapshot();
    lock.unlock();
    try {
      status_->publish(status);
    } catch (...) {
      lock.lock();
      publishing_ = false;
      throw;
    }
    lock.lock();
  } while (publish_again_);
  publishing_ = false;
}

// ---- what servers and handles show ----

ServerBase::~ServerBase() = default;

void ServerBase::configure_introspection(Clock::SharedPtr clock, const QoS& qos_service_event_pub,
                                         rcl_service_introspection_state_t introspection_state) {
  core_->configure_introspection(clock, qos_service_event_pub, introspection_state);
}

void ServerBase::set_on_ready_callback(std::function<void(std::size_t, int)> callback) {
  require_callable(callback);
  core_->listen(callback);
}

void ServerBase::clear_on_ready_callback() { core_->listen(nullptr); }

void ServerGoalHandleBase::begin_execution() {
  goal_->step(GoalEvent::execute);
  if (const auto server = server_.lock()) server->publish_status();
}

void ServerGoalHandleBase::end(GoalEvent event, std::shared_ptr<const void> response) {
  goal_->step(event);
  if (const auto server = server_.lock()) server->finish(*goal_, std::move(response));
}

void ServerGoalHandleBase::hand_over(const std::shared_ptr<const void>& response) noexcept {
  const auto server = server_.lock();
  if (!server) return;
  try {
    server->finish(*goal_, response);
  } catch (const std::exception& error) {
    RCLCPP_ERROR(server->logger(), "goal %s: its end reaches no client: %s",
                 to_string(goal_->id()).c_str(), error.what());
  }
}

}  // namespace baton::action
