// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <rclcpp/node_interfaces/node_parameters_interface.hpp>

namespace rclcpp::node_interfaces {

/// Whether a T has get_node_parameters_interface(), as nodes have.
template <class T, class = void>
struct has_node_parameters_interface : std::false_type {};
template <class T>
struct has_node_parameters_interface<
    T, std::enable_if_t<
           std::is_convertible_v<decltype(std::declval<T&>().get_node_parameters_interface()),
                                 std::shared_ptr<NodeParametersInterface>>>> : std::true_type {};

}  // namespace rclcpp::node_interfaces
