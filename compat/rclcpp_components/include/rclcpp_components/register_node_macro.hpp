// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <class_loader/class_loader.hpp>

#include <rclcpp_components/node_factory_template.hpp>

// What rclcpp's header brings along.
#include <cassert>

#include <rcutils/shared_library.h>
#include <rcpputils/visibility_control.hpp>

/// Makes a class a component of the library that it is compiled into. Once for each class, in a
/// source file, outside of all namespaces, and with the class's full name.
///
/// Factories are found by the names that the preprocessor makes of these words, so the words are
/// those of ROS.
#define RCLCPP_COMPONENTS_REGISTER_NODE(NodeClass)                               \
  CLASS_LOADER_REGISTER_CLASS(rclcpp_components::NodeFactoryTemplate<NodeClass>, \
                              rclcpp_components::NodeFactory)
