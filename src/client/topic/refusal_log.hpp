// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <baton/endpoint_event.hpp>
#include <baton/endpoint_home.hpp>

namespace baton::client {

/// Which refused matches of an endpoint are logged: those that no callback of the user's hears of.
struct LoggedRefusals {
  bool qos = true;
  bool type = true;

  /// From PublisherOptions or SubscriptionOptions.
  template <class Options>
  static LoggedRefusals of(const Options& options) {
    return {options.use_default_callbacks && !options.event_callbacks.incompatible_qos_callback,
            options.use_default_callbacks && !options.event_callbacks.incompatible_type_callback};
  }
};

/// What rclcpp says of a refused match, without the policy at its end: programs look for it in
/// logs.
std::string refusal_of_publisher(const std::string& topic);
std::string refusal_of_subscription(const std::string& topic);

/// Logs refused matches in the name of the endpoint's node, then calls `next` with texts that may
/// be shown anywhere. `next` may be empty. Of a refused QoS two lines are logged: what has
/// the cure, and `in_ros_words`, unless it is empty, with the policy behind it.
EndpointCallback log_refusals(const EndpointHome& home, LoggedRefusals logged,
                              EndpointCallback next, std::string in_ros_words = {});

}  // namespace baton::client
