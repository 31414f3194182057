// SPDX-License-Identifier: Apache-2.0
// QoS events: callbacks of Python by the kind of event.
#pragma once

#include <vector>

#include <baton/event_callbacks.hpp>

#include <nanobind/nanobind.h>

#include "handle.hpp"

namespace baton::python {

/// The callbacks of one endpoint; each gets a dict with the members of ROS's status. The keys of
/// `events` are "deadline", "liveliness", "incompatible_qos", "incompatible_type", "message_lost"
/// and "matched".
class EventHandlers {
 public:
  PublisherEventCallbacks of_publisher(nanobind::dict events);
  SubscriptionEventCallbacks of_subscription(nanobind::dict events);
  int traverse(visitproc visit, void* arg) const;
  void close();
  void clear();

 private:
  SharedCallback take(nanobind::dict events, const char* kind);

  std::vector<SharedCallback> callbacks_;
};

}  // namespace baton::python
