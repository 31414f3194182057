// SPDX-License-Identifier: Apache-2.0
#include <baton/node_interfaces/node_graph_interface.hpp>

#include <algorithm>
#include <utility>

#include <baton/exceptions.hpp>

#include "client/context/context_state.hpp"
#include "client/names/expand_name.hpp"
#include "client/node/graph_names.hpp"
#include "client/node/graph_watch.hpp"
#include "client/node/node_state.hpp"

namespace rclcpp::node_interfaces {
namespace {

using NamesAndTypes = NodeGraphInterface::NamesAndTypes;

template <class T>
T value_or_throw(base::Result<T> result) {
  if (!result) throw exceptions::RCLError(result.error().text);
  return std::move(*result);
}

std::vector<EndpointInfo> endpoints_of(const NodeBaseInterface& node) {
  return value_or_throw(node.state()->context_state()->transport().endpoints());
}

void add(NamesAndTypes& found, const std::string& name, const std::string& type) {
  auto& types = found[name];
  const auto at = std::lower_bound(types.begin(), types.end(), type);
  if (at == types.end() || *at != type) types.insert(at, type);
}

NamesAndTypes topics(const std::vector<EndpointInfo>& endpoints, bool no_demangle,
                     EndpointType type = EndpointType::Invalid) {
  NamesAndTypes found;
  for (const EndpointInfo& endpoint : endpoints) {
    if (type != EndpointType::Invalid && endpoint.endpoint_type != type) continue;
    if (!no_demangle && endpoint.kind != EndpointKind::topic) continue;
    add(found, endpoint.topic, endpoint.type_name);
  }
  return found;
}

/// The endpoints of one node, which has to exist but may have no endpoints.
std::vector<EndpointInfo> endpoints_of_node(const NodeBaseInterface& asking,
                                            const std::string& name,
                                            const std::string& namespace_) {
  const std::string wanted = client::join_namespace(namespace_.empty() ? "/" : namespace_, name);
  auto& transport = asking.state()->context_state()->transport();
  const auto nodes = value_or_throw(transport.nodes());
  if (std::find(nodes.begin(), nodes.end(), wanted) == nodes.end()) {
    throw exceptions::RCLError("there is no node '" + wanted +
                               "'; get_node_names() lists those that there are");
  }
  auto endpoints = endpoints_of(asking);
  std::erase_if(endpoints, [&](const EndpointInfo& endpoint) { return endpoint.node != wanted; });
  return endpoints;
}

enum class Side { servers, clients, both };

NamesAndTypes services(const std::vector<EndpointInfo>& endpoints, Side side) {
  NamesAndTypes found;
  for (const EndpointInfo& endpoint : endpoints) {
    const auto end = client::service_end(endpoint);
    if (!end || (side != Side::both && end->server != (side == Side::servers))) continue;
    add(found, end->service, end->type_name);
  }
  return found;
}

std::size_t count_endpoints(const NodeBaseInterface& node, const std::string& topic_name,
                            EndpointType type) {
  const std::string topic = node.resolve_topic_or_service_name(topic_name, false, true);
  const auto endpoints = endpoints_of(node);
  return static_cast<std::size_t>(
      std::count_if(endpoints.begin(), endpoints.end(), [&](const EndpointInfo& endpoint) {
        return endpoint.kind == EndpointKind::topic && endpoint.endpoint_type == type &&
               endpoint.topic == topic;
      }));
}

std::size_t count_ends(const NodeBaseInterface& node, const std::string& service_name,
                       bool server) {
  const std::string service = node.resolve_topic_or_service_name(service_name, true, true);
  const auto endpoints = endpoints_of(node);
  return static_cast<std::size_t>(
      std::count_if(endpoints.begin(), endpoints.end(), [&](const EndpointInfo& endpoint) {
        const auto end = client::service_end(endpoint);
        return end && end->receives && end->server == server && end->service == service;
      }));
}

std::vector<TopicEndpointInfo> infos(const NodeBaseInterface& node, const std::string& topic_name,
                                     bool no_mangle, EndpointType type) {
  const std::string topic =
      no_mangle ? topic_name : node.resolve_topic_or_service_name(topic_name, false);
  std::vector<TopicEndpointInfo> found;
  for (EndpointInfo& endpoint : endpoints_of(node)) {
    if (endpoint.topic != topic || endpoint.endpoint_type != type) continue;
    if (!no_mangle && endpoint.kind != EndpointKind::topic) continue;
    found.emplace_back(std::move(endpoint));
  }
  return found;
}

}  // namespace

NodeGraphInterface::NodeGraphInterface(NodeBaseInterface::SharedPtr node)
    : node_(std::move(node)),
      watch_(std::make_shared<client::GraphWatch>(node_->state()->context_state())) {}

NodeGraphInterface::~NodeGraphInterface() = default;

NamesAndTypes NodeGraphInterface::get_topic_names_and_types(bool no_demangle) const {
  return topics(endpoints_of(*node_), no_demangle);
}

NamesAndTypes NodeGraphInterface::get_service_names_and_types() const {
  return services(endpoints_of(*node_), Side::both);
}

NamesAndTypes NodeGraphInterface::get_service_names_and_types_by_node(
    const std::string& node_name, const std::string& namespace_) const {
  return services(endpoints_of_node(*node_, node_name, namespace_), Side::servers);
}

NamesAndTypes NodeGraphInterface::get_client_names_and_types_by_node(
    const std::string& node_name, const std::string& namespace_) const {
  return services(endpoints_of_node(*node_, node_name, namespace_), Side::clients);
}

NamesAndTypes NodeGraphInterface::get_publisher_names_and_types_by_node(
    const std::string& node_name, const std::string& namespace_, bool no_demangle) const {
  return topics(endpoints_of_node(*node_, node_name, namespace_), no_demangle,
                EndpointType::Publisher);
}

NamesAndTypes NodeGraphInterface::get_subscriber_names_and_types_by_node(
    const std::string& node_name, const std::string& namespace_, bool no_demangle) const {
  return topics(endpoints_of_node(*node_, node_name, namespace_), no_demangle,
                EndpointType::Subscription);
}

std::vector<std::string> NodeGraphInterface::get_node_names() const {
  return value_or_throw(node_->state()->context_state()->transport().nodes());
}

std::vector<std::pair<std::string, std::string>> NodeGraphInterface::get_node_names_and_namespaces()
    const {
  std::vector<std::pair<std::string, std::string>> found;
  for (const std::string& name : get_node_names()) found.push_back(client::split_node_name(name));
  return found;
}

std::vector<std::tuple<std::string, std::string, std::string>>
NodeGraphInterface::get_node_names_with_enclaves() const {
  std::vector<std::tuple<std::string, std::string, std::string>> found;
  for (auto& [name, namespace_] : get_node_names_and_namespaces()) {
    found.emplace_back(std::move(name), std::move(namespace_), "/");
  }
  return found;
}

std::size_t NodeGraphInterface::count_publishers(const std::string& topic_name) const {
  return count_endpoints(*node_, topic_name, EndpointType::Publisher);
}

std::size_t NodeGraphInterface::count_subscribers(const std::string& topic_name) const {
  return count_endpoints(*node_, topic_name, EndpointType::Subscription);
}

std::size_t NodeGraphInterface::count_clients(const std::string& service_name) const {
  return count_ends(*node_, service_name, false);
}

std::size_t NodeGraphInterface::count_services(const std::string& service_name) const {
  return count_ends(*node_, service_name, true);
}

std::vector<TopicEndpointInfo> NodeGraphInterface::get_publishers_info_by_topic(
    const std::string& topic_name, bool no_mangle) const {
  return infos(*node_, topic_name, no_mangle, EndpointType::Publisher);
}

std::vector<TopicEndpointInfo> NodeGraphInterface::get_subscriptions_info_by_topic(
    const std::string& topic_name, bool no_mangle) const {
  return infos(*node_, topic_name, no_mangle, EndpointType::Subscription);
}

Event::SharedPtr NodeGraphInterface::get_graph_event() { return watch_->make_event(); }

GuardCondition::SharedPtr NodeGraphInterface::get_graph_guard_condition() const {
  return watch_->guard_condition(node_->get_context());
}

std::size_t NodeGraphInterface::count_graph_users() const { return watch_->count_users(); }

void NodeGraphInterface::notify_graph_change() { watch_->tell(); }

void NodeGraphInterface::notify_shutdown() { watch_->tell(); }

void NodeGraphInterface::wait_for_graph_change(Event::SharedPtr event,
                                               std::chrono::nanoseconds timeout) {
  if (!event) throw exceptions::InvalidEventError();
  watch_->wait(*event, timeout);
}

}  // namespace rclcpp::node_interfaces
