// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <utility>

#include <baton/lifecycle/namespaces.hpp>

namespace rclcpp_lifecycle {

/// Whether a class has `void on_activate()`, and so on.
template <class T, class = void>
struct has_on_activate : std::false_type {};
template <class T>
struct has_on_activate<T,
                       std::enable_if_t<std::is_void_v<decltype(std::declval<T>().on_activate())>>>
    : std::true_type {};

template <class T, class = void>
struct has_on_deactivate : std::false_type {};
template <class T>
struct has_on_deactivate<
    T, std::enable_if_t<std::is_void_v<decltype(std::declval<T>().on_deactivate())>>>
    : std::true_type {};

template <class T>
struct is_manageable_node
    : std::bool_constant<has_on_activate<T>::value && has_on_deactivate<T>::value> {};

}  // namespace rclcpp_lifecycle
