// SPDX-License-Identifier: Apache-2.0
#include "events.hpp"

#include <functional>
#include <memory>

#include "gate.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

nb::dict counts(std::int64_t total, std::int64_t change) {
  nb::dict status;
  status["total_count"] = total;
  status["total_count_change"] = change;
  return status;
}

nb::dict to_dict(const rmw_requested_deadline_missed_status_t& status) {
  return counts(status.total_count, status.total_count_change);
}
nb::dict to_dict(const rmw_liveliness_lost_status_t& status) {
  return counts(status.total_count, status.total_count_change);
}
nb::dict to_dict(const rmw_incompatible_type_status_t& status) {
  return counts(status.total_count, status.total_count_change);
}
nb::dict to_dict(const rmw_message_lost_status_t& status) {
  return counts(static_cast<std::int64_t>(status.total_count),
                static_cast<std::int64_t>(status.total_count_change));
}
nb::dict to_dict(const rmw_qos_incompatible_event_status_t& status) {
  nb::dict whole = counts(status.total_count, status.total_count_change);
  whole["last_policy_kind"] = static_cast<int>(status.last_policy_kind);
  return whole;
}
nb::dict to_dict(const rmw_liveliness_changed_status_t& status) {
  nb::dict whole;
  whole["alive_count"] = status.alive_count;
  whole["not_alive_count"] = status.not_alive_count;
  whole["alive_count_change"] = status.alive_count_change;
  whole["not_alive_count_change"] = status.not_alive_count_change;
  return whole;
}
nb::dict to_dict(const rmw_matched_status_t& status) {
  nb::dict whole = counts(static_cast<std::int64_t>(status.total_count),
                          static_cast<std::int64_t>(status.total_count_change));
  whole["current_count"] = status.current_count;
  whole["current_count_change"] = status.current_count_change;
  return whole;
}

template <class Status>
std::function<void(Status&)> calls(SharedCallback callback) {
  if (!callback) return nullptr;
  return [callback = std::move(callback)](Status& status) {
    const AskGatesAgain behind;
    const Gil gil;
    const nb::object callable = callback->get();
    if (callable.is_valid()) callable(to_dict(status));
  };
}

}  // namespace

SharedCallback EventHandlers::take(nb::dict events, const char* kind) {
  if (!events.contains(kind)) return nullptr;
  callbacks_.push_back(std::make_shared<Callback>(nb::borrow<nb::object>(events[kind])));
  return callbacks_.back();
}

PublisherEventCallbacks EventHandlers::of_publisher(nb::dict events) {
  PublisherEventCallbacks made;
  made.deadline_callback = calls<QOSDeadlineOfferedInfo>(take(events, "deadline"));
  made.liveliness_callback = calls<QOSLivelinessLostInfo>(take(events, "liveliness"));
  made.incompatible_qos_callback =
      calls<QOSOfferedIncompatibleQoSInfo>(take(events, "incompatible_qos"));
  made.incompatible_type_callback = calls<IncompatibleTypeInfo>(take(events, "incompatible_type"));
  made.matched_callback = calls<MatchedInfo>(take(events, "matched"));
  return made;
}

SubscriptionEventCallbacks EventHandlers::of_subscription(nb::dict events) {
  SubscriptionEventCallbacks made;
  made.deadline_callback = calls<QOSDeadlineRequestedInfo>(take(events, "deadline"));
  made.liveliness_callback = calls<QOSLivelinessChangedInfo>(take(events, "liveliness"));
  made.incompatible_qos_callback =
      calls<QOSRequestedIncompatibleQoSInfo>(take(events, "incompatible_qos"));
  made.incompatible_type_callback = calls<IncompatibleTypeInfo>(take(events, "incompatible_type"));
  made.message_lost_callback = calls<QOSMessageLostInfo>(take(events, "message_lost"));
  made.matched_callback = calls<MatchedInfo>(take(events, "matched"));
  return made;
}

int EventHandlers::traverse(visitproc visit, void* arg) const {
  for (const SharedCallback& each : callbacks_) {
    if (const int stop = each->traverse(visit, arg)) return stop;
  }
  return 0;
}

void EventHandlers::close() {
  for (const SharedCallback& each : callbacks_) each->close();
}

void EventHandlers::clear() {
  for (const SharedCallback& each : callbacks_) each->clear();
}

}  // namespace baton::python
