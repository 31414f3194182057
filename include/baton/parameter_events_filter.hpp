// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>
#include <rcl_interfaces/msg/parameter_event.hpp>

namespace rclcpp {

/// What an event says about some parameters. Not thread-safe.
class BATON_PUBLIC ParameterEventsFilter {
 public:
  using SharedPtr = std::shared_ptr<ParameterEventsFilter>;
  using ConstSharedPtr = std::shared_ptr<const ParameterEventsFilter>;
  using WeakPtr = std::weak_ptr<ParameterEventsFilter>;
  using UniquePtr = std::unique_ptr<ParameterEventsFilter>;

  enum class EventType { NEW, DELETED, CHANGED };
  /// The results point into the event, which has to live as long as the filter.
  using EventPair = std::pair<EventType, const rcl_interfaces::msg::Parameter*>;

  ParameterEventsFilter(std::shared_ptr<const rcl_interfaces::msg::ParameterEvent> event,
                        const std::vector<std::string>& names, const std::vector<EventType>& types);

  const std::vector<EventPair>& get_events() const { return events_; }

 private:
  std::shared_ptr<const rcl_interfaces::msg::ParameterEvent> event_;
  std::vector<EventPair> events_;
};

}  // namespace rclcpp
