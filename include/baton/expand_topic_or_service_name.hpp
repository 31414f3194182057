// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// The absolute name that `name` stands for in the node: "~/x" lies below the node, "{node}",
/// "{ns}" and "{namespace}" are replaced, a relative name lies in the namespace. Not remapped.
///
/// Throws InvalidTopicNameError (InvalidServiceNameError if `is_service`), InvalidNodeNameError or
/// InvalidNamespaceError of baton::exceptions; each shows what is wrong and where.
/// Rules: http://design.ros2.org/articles/topic_and_service_names.html. Thread safe.
BATON_PUBLIC std::string expand_topic_or_service_name(const std::string& name,
                                                      const std::string& node_name,
                                                      const std::string& namespace_,
                                                      bool is_service = false);

}  // namespace rclcpp
