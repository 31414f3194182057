// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <baton/event.hpp>
#include <baton/guard_condition.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/topic_endpoint_info.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class GraphWatch;
}  // namespace baton::client

namespace rclcpp {

namespace node_interfaces {

/// The nodes and endpoints of the domain. Names of topics and services are absolute; topics that
/// services are made of are not listed. Each member asks the context's thread, so none may be
/// called in an EventCallback. Thread safety: all members.
class BATON_PUBLIC NodeGraphInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeGraphInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeGraphInterface>;
  using WeakPtr = std::weak_ptr<NodeGraphInterface>;
  using NamesAndTypes = std::map<std::string, std::vector<std::string>>;

  explicit NodeGraphInterface(NodeBaseInterface::SharedPtr node);
  ~NodeGraphInterface();

  NamesAndTypes get_topic_names_and_types(bool no_demangle = false) const;
  NamesAndTypes get_service_names_and_types() const;
  NamesAndTypes get_service_names_and_types_by_node(const std::string& node_name,
                                                    const std::string& namespace_) const;
  NamesAndTypes get_client_names_and_types_by_node(const std::string& node_name,
                                                   const std::string& namespace_) const;
  NamesAndTypes get_publisher_names_and_types_by_node(const std::string& node_name,
                                                      const std::string& namespace_,
                                                      bool no_demangle = false) const;
  NamesAndTypes get_subscriber_names_and_types_by_node(const std::string& node_name,
                                                       const std::string& namespace_,
                                                       bool no_demangle = false) const;
  /// Fully qualified names of nodes.
  std::vector<std::string> get_node_names() const;
  std::vector<std::pair<std::string, std::string>> get_node_names_and_namespaces() const;
  /// Name, namespace and enclave of each. The enclave of a node in another process is not known:
  /// "/", the one without a name.
  std::vector<std::tuple<std::string, std::string, std::string>> get_node_names_with_enclaves()
      const;
  std::size_t count_publishers(const std::string& topic_name) const;
  std::size_t count_subscribers(const std::string& topic_name) const;
  std::size_t count_clients(const std::string& service_name) const;
  std::size_t count_services(const std::string& service_name) const;
  std::vector<TopicEndpointInfo> get_publishers_info_by_topic(const std::string& topic_name,
                                                              bool no_mangle = false) const;
  std::vector<TopicEndpointInfo> get_subscriptions_info_by_topic(const std::string& topic_name,
                                                                 bool no_mangle = false) const;

  /// The event is set whenever the graph changes.
  Event::SharedPtr get_graph_event();
  /// Triggered whenever the graph changes.
  GuardCondition::SharedPtr get_graph_guard_condition() const;
  /// How many events and guard conditions of this node's are told of changes of the graph.
  std::size_t count_graph_users() const;
  /// Sets the events and triggers the guard condition, as a change of the graph does.
  void notify_graph_change();
  /// Lets waits for changes of the graph look whether their context was shut down.
  void notify_shutdown();
  /// Waits until the event is set, the time is over or the context is shut down. Throws
  /// exceptions::InvalidEventError and exceptions::EventNotRegisteredError.
  void wait_for_graph_change(Event::SharedPtr event, std::chrono::nanoseconds timeout);

 private:
  const NodeBaseInterface::SharedPtr node_;
  const std::shared_ptr<client::GraphWatch> watch_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
