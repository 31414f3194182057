// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/lifecycle_topics.hpp"

#include <exception>
#include <string>
#include <utility>

#include <baton/logging.hpp>
#include <lifecycle_msgs/srv/change_state.hpp>
#include <lifecycle_msgs/srv/get_available_states.hpp>
#include <lifecycle_msgs/srv/get_available_transitions.hpp>
#include <lifecycle_msgs/srv/get_state.hpp>

#include "lifecycle/lifecycle.hpp"

namespace baton::lifecycle {
namespace {

using lifecycle_msgs::msg::TransitionEvent;
using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetAvailableStates;
using lifecycle_msgs::srv::GetAvailableTransitions;
using lifecycle_msgs::srv::GetState;

lifecycle_msgs::msg::State message_of(StateId id) {
  lifecycle_msgs::msg::State message;
  message.id = static_cast<std::uint8_t>(id);
  message.label = label_of(id);
  return message;
}

/// A message with the fields `transition`, `start_state` and `goal_state`.
template <class Message>
Message describe(const Row& row) {
  Message message;
  message.transition.id = row.id;
  message.transition.label = label_of(row.step.event);
  message.start_state = message_of(row.step.from);
  message.goal_state = message_of(row.step.to);
  return message;
}

void change_state(Lifecycle& lifecycle, const ChangeState::Request& request,
                  ChangeState::Response& response) {
  // As in ROS the label comes before the number: a command line that says the label alone sends 0.
  const std::string label(request.transition.label);
  const Asked asked = label.empty() ? Asked(request.transition.id) : Asked(std::string_view(label));
  response.success = lifecycle.change_from_afar(asked) == Lifecycle::CallbackReturn::SUCCESS;
}

void get_state(Lifecycle& lifecycle, const GetState::Request&, GetState::Response& response) {
  response.current_state = message_of(lifecycle.state());
}

void get_available_states(Lifecycle&, const GetAvailableStates::Request&,
                          GetAvailableStates::Response& response) {
  for (const NamedState& each : all_states) {
    response.available_states.push_back(message_of(each.id));
  }
}

void list(const StateId* leave, GetAvailableTransitions::Response& response) {
  for (const Row& row : transition_table) {
    if (leave != nullptr && row.step.from != *leave) continue;
    response.available_transitions.push_back(
        describe<lifecycle_msgs::msg::TransitionDescription>(row));
  }
}

void get_available_transitions(Lifecycle& lifecycle, const GetAvailableTransitions::Request&,
                               GetAvailableTransitions::Response& response) {
  const StateId state = lifecycle.state();
  list(&state, response);
}

void get_transition_graph(Lifecycle&, const GetAvailableTransitions::Request&,
                          GetAvailableTransitions::Response& response) {
  list(nullptr, response);
}

/// A service whose lifecycle may be gone; then the response is empty.
template <class S>
ServiceBase::SharedPtr serve(Node& node, const std::string& name,
                             const std::weak_ptr<Lifecycle>& lifecycle,
                             void (*answer)(Lifecycle&, const typename S::Request&,
                                            typename S::Response&)) {
  return node.create_service<S>(
      name, [lifecycle, answer](std::shared_ptr<const typename S::Request> request,
                                std::shared_ptr<typename S::Response> response) {
        if (const auto alive = lifecycle.lock()) answer(*alive, *request, *response);
      });
}

}  // namespace

LifecycleTopics::LifecycleTopics(Node& node, const std::weak_ptr<Lifecycle>& lifecycle)
    : clock_(node.get_clock()),
      logger_(node.get_logger()),
      events_(node.create_publisher<TransitionEvent>("~/transition_event", QoS(10))) {
  services_ = {
      serve<ChangeState>(node, "~/change_state", lifecycle, change_state),
      serve<GetState>(node, "~/get_state", lifecycle, get_state),
      serve<GetAvailableStates>(node, "~/get_available_states", lifecycle, get_available_states),
      serve<GetAvailableTransitions>(node, "~/get_available_transitions", lifecycle,
                                     get_available_transitions),
      serve<GetAvailableTransitions>(node, "~/get_transition_graph", lifecycle,
                                     get_transition_graph)};
}

void LifecycleTopics::tell(const Row& row) noexcept try {
  auto event = describe<TransitionEvent>(row);
  event.stamp = clock_->now();
  events_->publish(event);
} catch (const std::exception& error) {
  RCLCPP_WARN(logger_, "transition '%s' is not published: %s", label_of(row.step.event),
              error.what());
}

}  // namespace baton::lifecycle
