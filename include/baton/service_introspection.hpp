// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <service_msgs/msg/service_event_info.hpp>

#include <baton/ros_c/rcl_service_introspection.h>
#include <baton/clock.hpp>
#include <baton/endpoint_home.hpp>
#include <baton/namespaces.hpp>
#include <baton/publisher.hpp>
#include <baton/qos.hpp>
#include <baton/service_envelope.hpp>

namespace rclcpp {

/// Publishes what a service or a client does on `<service>/_service_event`, where tools listen.
/// Costs one relaxed load for each call while it is off. Thread safety: all members.
template <class S>
class ServiceIntrospection {
 public:
  using Info = service_msgs::msg::ServiceEventInfo;

  ServiceIntrospection(EndpointHome home, const std::string& service)
      : home_(std::move(home)), topic_(service + RCL_SERVICE_INTROSPECTION_TOPIC_POSTFIX) {}

  /// `clock` tells the times of events. Throws exceptions::Error.
  void configure(Clock::SharedPtr clock, const QoS& qos, rcl_service_introspection_state_t state) {
    std::shared_ptr<const Active> made;
    if (state != RCL_SERVICE_INTROSPECTION_OFF) {
      made = std::make_shared<Active>(Active{std::move(clock), publisher(qos), qos,
                                             state == RCL_SERVICE_INTROSPECTION_CONTENTS});
    }
    {
      const std::lock_guard lock(mutex_);
      active_.swap(made);
      // Relaxed: a call that is under way may miss the change.
      on_.store(active_ != nullptr, std::memory_order_relaxed);
    }
  }

  /// `event_type` is one of Info's constants. A null pointer: the event has no request, or no
  /// response.
  void tell(std::uint8_t event_type, const RequestIdentity& identity,
            const typename S::Request* request, const typename S::Response* response) const {
    if (!on_.load(std::memory_order_relaxed)) return;
    std::shared_ptr<const Active> active;
    {
      const std::lock_guard lock(mutex_);
      active = active_;
    }
    if (!active) return;
    typename S::Event event;
    event.info.event_type = event_type;
    event.info.stamp = active->clock->now();
    event.info.client_gid = identity.client_gid;
    event.info.sequence_number = identity.sequence;
    if (active->contents && request != nullptr) event.request.push_back(*request);
    if (active->contents && response != nullptr) event.response.push_back(*response);
    active->publisher->publish(event);
  }

 private:
  using EventPublisher = Publisher<typename S::Event>;
  struct Active {
    Clock::SharedPtr clock;
    typename EventPublisher::SharedPtr publisher;
    QoS qos;
    bool contents;
  };

  /// The one that publishes already, if it has this QoS: subscriptions match it already.
  typename EventPublisher::SharedPtr publisher(const QoS& qos) {
    {
      const std::lock_guard lock(mutex_);
      if (active_ && active_->qos == qos) return active_->publisher;
    }
    return std::make_shared<EventPublisher>(home_, topic_, qos);
  }

  const EndpointHome home_;
  const std::string topic_;
  std::atomic<bool> on_{false};  // active_ is not null
  mutable std::mutex mutex_;     // covers active_
  std::shared_ptr<const Active> active_;
};

}  // namespace rclcpp
