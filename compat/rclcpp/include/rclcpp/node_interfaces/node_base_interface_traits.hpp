// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <rclcpp/node_interfaces/node_base_interface.hpp>

namespace rclcpp::node_interfaces {

/// Whether a T has get_node_base_interface(), as nodes have.
template <class T, class = void>
struct has_node_base_interface : std::false_type {};
template <class T>
struct has_node_base_interface<
    T,
    std::enable_if_t<std::is_convertible_v<decltype(std::declval<T&>().get_node_base_interface()),
                                           std::shared_ptr<NodeBaseInterface>>>> : std::true_type {
};

}  // namespace rclcpp::node_interfaces
