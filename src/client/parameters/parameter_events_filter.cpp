// SPDX-License-Identifier: Apache-2.0
#include <baton/parameter_events_filter.hpp>

#include <algorithm>

namespace rclcpp {

ParameterEventsFilter::ParameterEventsFilter(
    std::shared_ptr<const rcl_interfaces::msg::ParameterEvent> event,
    const std::vector<std::string>& names, const std::vector<EventType>& types)
    : event_(std::move(event)) {
  const auto add = [&](EventType type, const auto& parameters) {
    if (std::find(types.begin(), types.end(), type) == types.end()) return;
    for (const auto& parameter : parameters) {
      const std::string name(parameter.name);
      if (std::find(names.begin(), names.end(), name) != names.end()) {
        events_.emplace_back(type, &parameter);
      }
    }
  };
  add(EventType::NEW, event_->new_parameters);
  add(EventType::CHANGED, event_->changed_parameters);
  add(EventType::DELETED, event_->deleted_parameters);
}

}  // namespace rclcpp
