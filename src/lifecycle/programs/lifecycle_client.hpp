// SPDX-License-Identifier: Apache-2.0
// Lifecycle nodes as their services show them to another process.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <lifecycle_msgs/msg/state.hpp>
#include <lifecycle_msgs/msg/transition.hpp>
#include <lifecycle_msgs/msg/transition_description.hpp>

#include <baton/node.hpp>

namespace baton::lifecycle {

/// Full names of the lifecycle nodes that are there now, sorted.
std::vector<std::string> lifecycle_nodes(rclcpp::Node& node);

/// One lifecycle node. Every call blocks until the node has answered, and spins `node`. Throws
/// std::runtime_error, with what cures it, when there is no such node or no answer in time.
class LifecycleClient {
 public:
  using State = lifecycle_msgs::msg::State;
  using Transition = lifecycle_msgs::msg::Transition;
  using TransitionDescription = lifecycle_msgs::msg::TransitionDescription;

  LifecycleClient(rclcpp::Node::SharedPtr node, std::string lifecycle_node,
                  std::chrono::nanoseconds timeout);

  State state();
  /// Those that the node's state allows now.
  std::vector<TransitionDescription> transitions();
  /// By its id, or by its label where that is not empty. False: the node refused.
  bool change(const Transition& transition);

 private:
  template <class S>
  typename S::Response ask(const char* service, const typename S::Request& request);

  const rclcpp::Node::SharedPtr node_;
  const std::string name_;
  const std::chrono::nanoseconds timeout_;
};

}  // namespace baton::lifecycle
