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
#include <rclcpp/node_interfaces/get_node_type_descriptions_interface.hpp>
#include <rclcpp/node_interfaces/get_node_waitables_interface.hpp>

/// All parts of a node, for NodeInterfaces<ALL_RCLCPP_NODE_INTERFACES>.
#define ALL_RCLCPP_NODE_INTERFACES                                                                \
  rclcpp::node_interfaces::NodeBaseInterface, rclcpp::node_interfaces::NodeClockInterface,        \
      rclcpp::node_interfaces::NodeGraphInterface, rclcpp::node_interfaces::NodeLoggingInterface, \
      rclcpp::node_interfaces::NodeParametersInterface,                                           \
      rclcpp::node_interfaces::NodeServicesInterface,                                             \
      rclcpp::node_interfaces::NodeTimeSourceInterface,                                           \
      rclcpp::node_interfaces::NodeTimersInterface, rclcpp::node_interfaces::NodeTopicsInterface, \
      rclcpp::node_interfaces::NodeTypeDescriptionsInterface,                                     \
      rclcpp::node_interfaces::NodeWaitablesInterface

namespace rclcpp::node_interfaces {

/// Some parts of a node, for functions that take nodes of any class. Made implicitly from a node,
/// from a pointer to one, or from a NodeInterfaces with more parts.
template <class... Parts>
class NodeInterfaces {
  template <class Part>
  using Require = std::enable_if_t<(std::is_same_v<Part, Parts> || ...), int>;

 public:
  /// No parts: all pointers are null until it is assigned.
  NodeInterfaces() = default;
  template <
      class Node,
      std::enable_if_t<!(std::is_convertible_v<Node&, std::shared_ptr<Parts>> || ...), int> = 0>
  NodeInterfaces(Node&& node)  // NOLINT(google-explicit-constructor)
      : parts_(part<Parts>(node)...) {}
  explicit NodeInterfaces(std::shared_ptr<Parts>... parts) : parts_(std::move(parts)...) {}

  /// Does not compile for a part that is not one of `Parts`.
  template <class Part>
  std::shared_ptr<Part> get() const {
    return std::get<std::shared_ptr<Part>>(parts_);
  }
  template <class Part = NodeBaseInterface, Require<Part> = 0>
  auto get_node_base_interface() const {
    return get<Part>();
  }
  template <class Part = NodeClockInterface, Require<Part> = 0>
  auto get_node_clock_interface() const {
    return get<Part>();
  }
  template <class Part = NodeGraphInterface, Require<Part> = 0>
  auto get_node_graph_interface() const {
    return get<Part>();
  }
  template <class Part = NodeLoggingInterface, Require<Part> = 0>
  auto get_node_logging_interface() const {
    return get<Part>();
  }
  template <class Part = NodeParametersInterface, Require<Part> = 0>
  auto get_node_parameters_interface() const {
    return get<Part>();
  }
  template <class Part = NodeServicesInterface, Require<Part> = 0>
  auto get_node_services_interface() const {
    return get<Part>();
  }
  template <class Part = NodeTimeSourceInterface, Require<Part> = 0>
  auto get_node_time_source_interface() const {
    return get<Part>();
  }
  template <class Part = NodeTimersInterface, Require<Part> = 0>
  auto get_node_timers_interface() const {
    return get<Part>();
  }
  template <class Part = NodeTopicsInterface, Require<Part> = 0>
  auto get_node_topics_interface() const {
    return get<Part>();
  }
  template <class Part = NodeTypeDescriptionsInterface, Require<Part> = 0>
  auto get_node_type_descriptions_interface() const {
    return get<Part>();
  }
  template <class Part = NodeWaitablesInterface, Require<Part> = 0>
  auto get_node_waitables_interface() const {
    return get<Part>();
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
    } else if constexpr (std::is_same_v<Part, NodeTypeDescriptionsInterface>) {
      return node_interfaces::get_node_type_descriptions_interface(node);
    } else if constexpr (std::is_same_v<Part, NodeWaitablesInterface>) {
      return node_interfaces::get_node_waitables_interface(node);
    }
  }

  std::tuple<std::shared_ptr<Parts>...> parts_;
};

}  // namespace rclcpp::node_interfaces
