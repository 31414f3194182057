// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <tuple>
#include <type_traits>

#include <rclcpp/node_interfaces/get_node_base_interface.hpp>
#include <rclcpp/node_interfaces/get_node_clock_interface.hpp>
#include <rclcpp/node_interfaces/get_node_graph_interface.hpp>
#include <rclcpp/node_interfaces/get_node_logging_interface.hpp>
#include <rclcpp/node_interfaces/get_node_parameters_interface.hpp>
#include <rclcpp/node_interfaces/get_node_services_interface.hpp>
#include <rclcpp/node_interfaces/get_node_time_source_interface.hpp>
#include <rclcpp/node_interfaces/get_node_timers_interface.hpp>
#include <rclcpp/node_interfaces/get_node_topics_interface.hpp>
#include <rclcpp/node_interfaces/get_node_waitables_interface.hpp>

namespace baton::node_interfaces {

/// Some parts of a node, for functions that take nodes of any class. Made implicitly from a node,
/// from a pointer to one, or from a NodeInterfaces with more parts.
template <class... Parts>
class NodeInterfaces {
  template <class Part>
  static constexpr bool has = (std::is_same_v<Part, Parts> || ...);

 public:
  template <class Node>
  requires(!(std::is_convertible_v<Node&, std::shared_ptr<Parts>> || ...))
      NodeInterfaces(Node&& node)  // NOLINT(google-explicit-constructor)
      : parts_(part<Parts>(node)...) {}
  explicit NodeInterfaces(std::shared_ptr<Parts>... parts) : parts_(std::move(parts)...) {}

  /// Does not compile for a part that is not one of `Parts`.
  template <class Part>
  std::shared_ptr<Part> get() const {
    return std::get<std::shared_ptr<Part>>(parts_);
  }
  auto get_node_base_interface() const requires(has<NodeBaseInterface>) {
    return get<NodeBaseInterface>();
  }
  auto get_node_clock_interface() const requires(has<NodeClockInterface>) {
    return get<NodeClockInterface>();
  }
  auto get_node_graph_interface() const requires(has<NodeGraphInterface>) {
    return get<NodeGraphInterface>();
  }
  auto get_node_logging_interface() const requires(has<NodeLoggingInterface>) {
    return get<NodeLoggingInterface>();
  }
  auto get_node_parameters_interface() const requires(has<NodeParametersInterface>) {
    return get<NodeParametersInterface>();
  }
  auto get_node_services_interface() const requires(has<NodeServicesInterface>) {
    return get<NodeServicesInterface>();
  }
  auto get_node_time_source_interface() const requires(has<NodeTimeSourceInterface>) {
    return get<NodeTimeSourceInterface>();
  }
  auto get_node_timers_interface() const requires(has<NodeTimersInterface>) {
    return get<NodeTimersInterface>();
  }
  auto get_node_topics_interface() const requires(has<NodeTopicsInterface>) {
    return get<NodeTopicsInterface>();
  }
  auto get_node_waitables_interface() const requires(has<NodeWaitablesInterface>) {
    return get<NodeWaitablesInterface>();
  }

 private:
  template <class Part, class Node>
  static std::shared_ptr<Part> part(Node& node) {
    if constexpr (std::is_same_v<Part, NodeBaseInterface>) {
      return node_interfaces::get_node_base_interface(node);
    } else if constexpr (std::is_same_v<Part, NodeClockInterface>) {
      return node_interfaces::get_node_clock_interface(node);
    } else if constexpr (std::is_same_v<Part, NodeGraphInterface>) {
      return node_interfaces::get_node_graph_interface(node);
    } else if constexpr (std::is_same_v<Part, NodeLoggingInterface>) {
      return node_interfaces::get_node_logging_interface(node);
    } else if constexpr (std::is_same_v<Part, NodeParametersInterface>) {
      return node_interfaces::get_node_parameters_interface(node);
    } else if constexpr (std::is_same_v<Part, NodeServicesInterface>) {
      return node_interfaces::get_node_services_interface(node);
    } else if constexpr (std::is_same_v<Part, NodeTimeSourceInterface>) {
      return node_interfaces::get_node_time_source_interface(node);
    } else if constexpr (std::is_same_v<Part, NodeTimersInterface>) {
      return node_interfaces::get_node_timers_interface(node);
    } else if constexpr (std::is_same_v<Part, NodeTopicsInterface>) {
      return node_interfaces::get_node_topics_interface(node);
    } else if constexpr (std::is_same_v<Part, NodeWaitablesInterface>) {
      return node_interfaces::get_node_waitables_interface(node);
    }
  }

  std::tuple<std::shared_ptr<Parts>...> parts_;
};

}  // namespace baton::node_interfaces
