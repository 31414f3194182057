// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/type_adapter.hpp>
#include <baton/type_support_handle.hpp>

#include <rclcpp/detail/namespace.hpp>
#include <rosidl_runtime_cpp/traits.hpp>
#include <rosidl_typesupport_cpp/message_type_support.hpp>

namespace rclcpp {

/// The handle of a message, or of the message that an adapted type stands for.
template <class M>
const rosidl_message_type_support_t& get_message_type_support_handle() {
  using Ros = typename TypeAdapter<M>::ros_message_type;
  static_assert(rosidl_generator_traits::is_message<Ros>::value,
                "a message is a type that the generator made of a .msg file, or one with a "
                "rclcpp::TypeAdapter for such a type");
  return *to_handle(msg::type_support<Ros>());
}

}  // namespace rclcpp
