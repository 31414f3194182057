// SPDX-License-Identifier: Apache-2.0
// Types in the form in which ROS's libraries hand them around.
//
// A handle is made with the first question for it and never destroyed. Thread safety: all of it.
#pragma once

#include <baton/ros_c/rosidl_type_support.h>
#include <baton/msg/service_type_support.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

namespace detail {

/// What handles are identified by: "rosidl_typesupport_cpp", and the form of introspection.
BATON_PUBLIC extern const char* const handle_identifier;
BATON_PUBLIC extern const char* const introspection_identifier;

}  // namespace detail

/// `type` must live for ever, as compiled types do. Throws std::bad_alloc.
BATON_PUBLIC const rosidl_message_type_support_t* to_handle(const msg::TypeSupport& type);
BATON_PUBLIC const rosidl_service_type_support_t* to_handle(const msg::ServiceTypeSupport& type);
/// The service that cancels and the message of states are null if action_msgs is not found.
BATON_PUBLIC const rosidl_action_type_support_t* to_handle(const msg::ActionTypeSupport& type);

/// The type of a handle in any form. Throws exceptions::RCLInvalidArgument for a null pointer and
/// for a handle that Baton has not made.
BATON_PUBLIC const msg::TypeSupport& to_type_support(const rosidl_message_type_support_t* handle);

}  // namespace rclcpp
