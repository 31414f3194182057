// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/programs/lifecycle_client.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <lifecycle_msgs/srv/change_state.hpp>
#include <lifecycle_msgs/srv/get_available_transitions.hpp>
#include <lifecycle_msgs/srv/get_state.hpp>

#include <baton/executors.hpp>
#include <baton/utilities.hpp>

#include "base/near_match.hpp"

namespace baton::lifecycle {
namespace {

using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetAvailableTransitions;
using lifecycle_msgs::srv::GetState;

// A node that was started a moment ago may be on its way.
constexpr auto patience = std::chrono::seconds(2);

template <class S>
void require_there(rclcpp::Node& node, rclcpp::Client<S>& client, const std::string& name,
                   std::chrono::nanoseconds timeout) {
  if (client.wait_for_service(std::min<std::chrono::nanoseconds>(timeout, patience))) return;
  if (!rclcpp::ok()) throw std::runtime_error("interrupted");
  const auto known = lifecycle_nodes(node);
  throw std::runtime_error(
      fmt::format("Node not found: there is no lifecycle node '{}'{}. Lifecycle nodes here: {}",
                  name, base::did_you_mean(name, known),
                  known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
}

}  // namespace

std::vector<std::string> lifecycle_nodes(rclcpp::Node& node) {
  constexpr std::string_view service = "/get_available_transitions";
  std::vector<std::string> found;
  const auto graph = node.get_node_graph_interface();
  for (const auto& [name, types] : graph->get_service_names_and_types()) {
    // A client of a service that is not there, such as this command's, is no lifecycle node.
    if (!name.ends_with(service) || graph->count_services(name) == 0) continue;
    found.push_back(name.substr(0, name.size() - service.size()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

LifecycleClient::LifecycleClient(rclcpp::Node::SharedPtr node, std::string lifecycle_node,
                                 std::chrono::nanoseconds timeout)
    : node_(std::move(node)), name_(std::move(lifecycle_node)), timeout_(timeout) {}

template <class S>
typename S::Response LifecycleClient::ask(const char* service, const typename S::Request& request) {
  const auto client = node_->create_client<S>(name_ + "/" + service);
  require_there(*node_, *client, name_, timeout_);
  auto pending = client->async_send_request(std::make_shared<typename S::Request>(request));
  if (rclcpp::spin_until_future_complete(node_, pending, timeout_) !=
      rclcpp::FutureReturnCode::SUCCESS) {
    if (!rclcpp::ok()) throw std::runtime_error("interrupted");
    throw std::runtime_error(fmt::format(
        "'{}' did not answer {} within {}: a callback in it may not return. Wait longer with "
        "--timeout",
        name_, service, std::chrono::duration_cast<std::chrono::duration<double>>(timeout_)));
  }
  return *pending.get();
}

LifecycleClient::State LifecycleClient::state() {
  return ask<GetState>("get_state", GetState::Request()).current_state;
}

std::vector<LifecycleClient::TransitionDescription> LifecycleClient::transitions() {
  const auto answer =
      ask<GetAvailableTransitions>("get_available_transitions", GetAvailableTransitions::Request());
  return {answer.available_transitions.begin(), answer.available_transitions.end()};
}

bool LifecycleClient::change(const Transition& transition) {
  ChangeState::Request request;
  request.transition = transition;
  return ask<ChangeState>("change_state", request).success;
}

}  // namespace baton::lifecycle
