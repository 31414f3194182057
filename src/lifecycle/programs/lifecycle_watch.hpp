// SPDX-License-Identifier: Apache-2.0
// One lifecycle node for a program that reads lines: its transitions out, requests in.
#pragma once

#include <string>

#include <baton/node.hpp>

namespace baton::lifecycle {

/// Prints a line of JSON for each transition of the node, and reads `change ID` from the standard
/// input until its end. A request waits until the node is there; one after the other is made.
/// Blocks until the input ends or the process is interrupted.
void watch(const rclcpp::Node::SharedPtr& node, const std::string& lifecycle_node);

}  // namespace baton::lifecycle
