// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/message_traits.hpp>
#include <baton/type_adapter.hpp>

#include <rclcpp/detail/namespace.hpp>

namespace rclcpp {

/// A generated message, or a type with an adapter for one.
template <class T>
struct is_ros_compatible_type {
  static constexpr bool value =
      rosidl_generator_traits::is_message<T>::value || TypeAdapter<T>::is_specialized::value;
};

}  // namespace rclcpp
