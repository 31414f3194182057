// SPDX-License-Identifier: Apache-2.0
#include "client/topic/endpoint_events.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <baton/duration.hpp>

#include "client/executor/group_state.hpp"
#include "client/executor/posted_entity.hpp"

namespace baton::client {
namespace {

/// Counts one more event that a callback was not told of yet.
template <class Status>
void count(Status& status) {
  ++status.total_count;
  ++status.total_count_change;
}

void count_match(rmw_matched_status_t& status, bool begun) {
  if (begun) count(status);
  status.current_count =
      begun ? status.current_count + 1
            : status.current_count - std::min<std::size_t>(1, status.current_count);
  status.current_count_change += begun ? 1 : -1;
}

void count_alive(rmw_liveliness_changed_status_t& status, int change) {
  status.alive_count += change;
  status.alive_count_change += change;
}

void count_not_alive(rmw_liveliness_changed_status_t& status, int change) {
  status.not_alive_count += change;
  status.not_alive_count_change += change;
}

/// Reports what is new, and marks it as told.
template <class Status, class Callback>
void report(std::mutex& mutex, Status& status, const Callback& callback, void (*forget)(Status&),
            bool (*is_new)(const Status&)) {
  if (!callback) return;
  Status told;
  {
    const std::lock_guard lock(mutex);
    if (!is_new(status)) return;
    told = status;
    forget(status);
  }
  callback(told);
}

EventReport report_of(EndpointEvent::Kind kind) {
  switch (kind) {
    case EndpointEvent::Kind::matched:
    case EndpointEvent::Kind::unmatched:
      return EventReport::matched;
    case EndpointEvent::Kind::incompatible_qos:
      return EventReport::incompatible_qos;
    case EndpointEvent::Kind::incompatible_type:
      return EventReport::incompatible_type;
    case EndpointEvent::Kind::message_lost:
      return EventReport::message_lost;
    default:
      return EventReport::liveliness;
  }
}

bool is_limit(const Duration& duration) {
  const auto ns = duration.nanoseconds();
  return ns > 0 && ns != std::chrono::nanoseconds::max().count();
}

template <class Status>
void forget_change(Status& status) {
  status.total_count_change = 0;
}
template <class Status>
bool has_change(const Status& status) {
  return status.total_count_change != 0;
}

}  // namespace

std::shared_ptr<EndpointEvents> EndpointEvents::of_publisher(
    const PublisherEventCallbacks& callbacks) {
  if (!callbacks.deadline_callback && !callbacks.liveliness_callback &&
      !callbacks.incompatible_qos_callback && !callbacks.incompatible_type_callback &&
      !callbacks.matched_callback) {
    return nullptr;
  }
  Callbacks made;
  made.matched = callbacks.matched_callback;
  made.incompatible_qos = callbacks.incompatible_qos_callback;
  made.incompatible_type = callbacks.incompatible_type_callback;
  made.liveliness_lost = callbacks.liveliness_callback;
  made.deadline_missed = callbacks.deadline_callback;
  return std::shared_ptr<EndpointEvents>(new EndpointEvents(std::move(made)));
}

std::shared_ptr<EndpointEvents> EndpointEvents::of_subscription(
    const SubscriptionEventCallbacks& callbacks, const QoS& qos) {
  if (!callbacks.deadline_callback && !callbacks.liveliness_callback &&
      !callbacks.incompatible_qos_callback && !callbacks.incompatible_type_callback &&
      !callbacks.message_lost_callback && !callbacks.matched_callback) {
    return nullptr;
  }
  Callbacks made;
  made.matched = callbacks.matched_callback;
  made.incompatible_qos = callbacks.incompatible_qos_callback;
  made.incompatible_type = callbacks.incompatible_type_callback;
  made.message_lost = callbacks.message_lost_callback;
  // A subscription that asks for no lease neither loses nor finds a publisher.
  if (is_limit(qos.liveliness_lease_duration())) {
    made.liveliness_changed = callbacks.liveliness_callback;
  }
  made.deadline_missed = callbacks.deadline_callback;
  return std::shared_ptr<EndpointEvents>(new EndpointEvents(std::move(made)));
}

bool EndpointEvents::has(EventReport kind) const {
  switch (kind) {
    case EventReport::deadline:
      return callbacks_.deadline_missed != nullptr;
    case EventReport::liveliness:
      return callbacks_.liveliness_changed != nullptr || callbacks_.liveliness_lost != nullptr;
    case EventReport::incompatible_qos:
      return callbacks_.incompatible_qos != nullptr;
    case EventReport::incompatible_type:
      return callbacks_.incompatible_type != nullptr;
    case EventReport::message_lost:
      return callbacks_.message_lost != nullptr;
    case EventReport::matched:
      return callbacks_.matched != nullptr;
  }
  return false;
}

EndpointEvents::~EndpointEvents() { EndpointEvents::attach(nullptr, {}); }

EndpointCallback EndpointEvents::listener() {
  return [weak = weak_from_this()](const EndpointEvent& event) {
    if (const auto self = weak.lock()) self->note(event);
  };
}

void EndpointEvents::note(const EndpointEvent& event) {
  count_in(event);
  listeners_.tell(report_of(event.kind));
}

void EndpointEvents::count_in(const EndpointEvent& event) {
  const std::lock_guard lock(mutex_);
  switch (event.kind) {
    case EndpointEvent::Kind::matched:
      count_match(matched_, true);
      if (!event.was_alive) count_not_alive(liveliness_changed_, 1);
      break;
    case EndpointEvent::Kind::unmatched:
      count_match(matched_, false);
      if (!event.was_alive) count_not_alive(liveliness_changed_, -1);
      break;
    case EndpointEvent::Kind::incompatible_qos:
      count(incompatible_qos_);
      incompatible_qos_.last_policy_kind = rmw_qos_policy_kind_from_str(event.policy.c_str());
      break;
    case EndpointEvent::Kind::incompatible_type:
      count(incompatible_type_);
      break;
    case EndpointEvent::Kind::message_lost:
      message_lost_.total_count += event.count;
      message_lost_.total_count_change += event.count;
      break;
    case EndpointEvent::Kind::liveliness_lost:
      count(liveliness_lost_);
      count_alive(liveliness_changed_, -1);
      // One that is gone is none of the two.
      if (!event.with_match) count_not_alive(liveliness_changed_, 1);
      break;
    case EndpointEvent::Kind::liveliness_gained:
      count_alive(liveliness_changed_, 1);
      // One that is new was none of the two.
      if (!event.with_match) count_not_alive(liveliness_changed_, -1);
      break;
  }
  pending_.store(true, std::memory_order_release);  // [event/wait] the transport's thread
  // Posted with the mutex held, so that a thread that detaches knows that no further post comes.
  if (wait_set_) wait_set_->post(*this);
}

bool EndpointEvents::execute_next(Taken taken, void* context) {
  // [event/wait] the executor's thread
  if (!pending_.exchange(false, std::memory_order_acq_rel)) return false;
  if (taken != nullptr) taken(context);
  report(mutex_, incompatible_qos_, callbacks_.incompatible_qos, forget_change, has_change);
  report(mutex_, incompatible_type_, callbacks_.incompatible_type, forget_change, has_change);
  report(mutex_, message_lost_, callbacks_.message_lost, forget_change, has_change);
  report(mutex_, liveliness_lost_, callbacks_.liveliness_lost, forget_change, has_change);
  report<rmw_matched_status_t>(
      mutex_, matched_, callbacks_.matched,
      [](rmw_matched_status_t& status) {
        status.total_count_change = 0;
        status.current_count_change = 0;
      },
      [](const rmw_matched_status_t& status) {
        return status.total_count_change != 0 || status.current_count_change != 0;
      });
  report<rmw_liveliness_changed_status_t>(
      mutex_, liveliness_changed_, callbacks_.liveliness_changed,
      [](rmw_liveliness_changed_status_t& status) {
        status.alive_count_change = 0;
        status.not_alive_count_change = 0;
      },
      [](const rmw_liveliness_changed_status_t& status) {
        return status.alive_count_change != 0 || status.not_alive_count_change != 0;
      });
  return true;
}

void EndpointEvents::attach(const std::shared_ptr<Dispatcher>& dispatcher,
                            const std::weak_ptr<void>& self) {
  post_elsewhere(*this, self, dispatcher, mutex_, wait_set_);
}

void EndpointEvents::begin(const CallbackGroup::SharedPtr& group, const QoS& qos,
                           std::function<std::uint64_t()> count_messages) {
  if (!group) return;
  group->state()->add(shared_from_this());
  const std::chrono::nanoseconds deadline(qos.deadline().nanoseconds());
  if (!callbacks_.deadline_missed || !is_limit(qos.deadline())) return;
  {
    const std::lock_guard lock(count_mutex_);
    count_messages_ = std::move(count_messages);
  }
  const auto watch = [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->watch_deadline();
  };
  auto timer = std::make_shared<WallTimer<decltype(watch)&>>(deadline, watch, nullptr);
  group->state()->add(timer);
  const std::lock_guard lock(mutex_);
  deadline_timer_ = std::move(timer);
}

void EndpointEvents::watch_deadline() {
  rmw_requested_deadline_missed_status_t told;
  {
    const std::lock_guard lock(count_mutex_);
    if (!count_messages_) return;
    const std::uint64_t now = count_messages_();
    // The promise begins with the first message.
    if (now == 0 || std::exchange(last_count_, now) != now) return;
    count(deadline_missed_);
    told = std::exchange(deadline_missed_, {deadline_missed_.total_count, 0});
  }
  listeners_.tell(EventReport::deadline);
  callbacks_.deadline_missed(told);
}

void EndpointEvents::end() {
  {
    const std::lock_guard lock(count_mutex_);
    count_messages_ = nullptr;
  }
  TimerBase::SharedPtr timer;
  {
    const std::lock_guard lock(mutex_);
    timer = std::move(deadline_timer_);
  }
}

}  // namespace baton::client
