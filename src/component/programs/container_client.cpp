// SPDX-License-Identifier: Apache-2.0
#include "component/programs/container_client.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include <baton/executors.hpp>
#include <baton/utilities.hpp>
#include <composition_interfaces/srv/list_nodes.hpp>
#include <composition_interfaces/srv/unload_node.hpp>

#include "base/near_match.hpp"

namespace baton::components {
namespace {

using composition_interfaces::srv::ListNodes;
using composition_interfaces::srv::LoadNode;
using composition_interfaces::srv::UnloadNode;

constexpr std::string_view list_service = "/_container/list_nodes";

Node::SharedPtr quiet_node() {
  const auto options = NodeOptions()
                           .enable_rosout(false)
                           .start_parameter_services(false)
                           .start_parameter_event_publisher(false)
                           .use_global_arguments(false);
  return std::make_shared<Node>("_baton_component_" + std::to_string(getpid()), options);
}

}  // namespace

ContainerClient::ContainerClient(std::chrono::nanoseconds timeout,
                                 std::chrono::nanoseconds patience)
    : timeout_(timeout), patience_(patience), node_(quiet_node()) {}

std::vector<std::string> ContainerClient::containers() const {
  std::vector<std::string> found;
  for (const auto& [name, types] :
       node_->get_node_graph_interface()->get_service_names_and_types()) {
    if (name.ends_with(list_service)) {
      found.push_back(name.substr(0, name.size() - list_service.size()));
    }
  }
  return found;
}

bool ContainerClient::is_there(const std::string& container) const {
  const auto known = containers();
  return std::find(known.begin(), known.end(), container) != known.end();
}

void ContainerClient::require_there(const std::string& container) const {
  // A container that was started a moment ago may be on its way: each change of the graph ends the
  // wait.
  const auto changed = node_->get_graph_event();
  const auto end = std::chrono::steady_clock::now() + patience_;
  while (!is_there(container)) {
    if (!baton::ok()) throw std::runtime_error("interrupted");
    const std::chrono::nanoseconds left = end - std::chrono::steady_clock::now();
    if (left.count() <= 0) {
      const auto known = containers();
      throw std::runtime_error(fmt::format(
          "Unable to find container node '{}'{} Containers here: {}", container,
          known.empty()
              ? ": start one with component_container. The domain (ROS_DOMAIN_ID) and the "
                "user must be the same."
              : base::did_you_mean(container, known) + ".",
          known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
    }
    node_->wait_for_graph_change(changed, left);
    changed->check_and_clear();
  }
}

template <class S>
typename S::Response ContainerClient::ask(const std::string& container, const std::string& service,
                                          const typename S::Request& request) {
  require_there(container);
  const std::string name = container + "/_container/" + service;
  const auto client = node_->create_client<S>(name);
  const auto end = std::chrono::steady_clock::now() + timeout_;
  // Goes on until the container is gone or the time is over.
  const auto require_hope = [&](bool is_there) {
    if (!baton::ok()) throw std::runtime_error("interrupted");
    if (!is_there) {
      throw std::runtime_error(fmt::format(
          "container '{}' ended before it answered {}: its output says why", container, service));
    }
    if (std::chrono::steady_clock::now() < end) return;
    throw std::runtime_error(fmt::format(
        "container '{}' did not answer {} within {}: a callback or a constructor in it may not "
        "return. Wait longer with --timeout, and take component_container_isolated for such "
        "components",
        container, service, std::chrono::duration_cast<std::chrono::duration<double>>(timeout_)));
  };
  constexpr auto between_looks = std::chrono::milliseconds(100);
  while (!client->wait_for_service(between_looks)) require_hope(is_there(container));
  auto pending = client->async_send_request(std::make_shared<typename S::Request>(request));
  while (spin_until_future_complete(node_, pending, between_looks) != FutureReturnCode::SUCCESS) {
    require_hope(client->service_is_ready());
  }
  return *pending.get();
}

std::vector<LoadedComponent> ContainerClient::list(const std::string& container) {
  const auto answer = ask<ListNodes>(container, "list_nodes", ListNodes::Request());
  std::vector<LoadedComponent> components;
  const std::size_t size = std::min(answer.unique_ids.size(), answer.full_node_names.size());
  for (std::size_t i = 0; i < size; ++i) {
    components.push_back({answer.unique_ids[i], std::string(answer.full_node_names[i])});
  }
  return components;
}

LoadedComponent ContainerClient::load(const std::string& container, const LoadRequest& request) {
  const auto answer = ask<LoadNode>(container, "load_node", request);
  if (!answer.success) {
    throw std::runtime_error("Failed to load component: " + std::string(answer.error_message));
  }
  return {answer.unique_id, std::string(answer.full_node_name)};
}

std::string ContainerClient::unload(const std::string& container, std::uint64_t id) {
  UnloadNode::Request request;
  request.unique_id = id;
  const auto answer = ask<UnloadNode>(container, "unload_node", request);
  if (!answer.success) {
    throw std::runtime_error(
        fmt::format("Failed to unload component {} from '{}' container node: {}", id, container,
                    std::string(answer.error_message)));
  }
  return std::string(answer.error_message);
}

}  // namespace baton::components
