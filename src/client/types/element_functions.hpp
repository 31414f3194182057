// SPDX-License-Identifier: Apache-2.0
// The functions of introspection for the elements of an array or a sequence.
#pragma once

#include <baton/msg/type_support.hpp>
#include <baton/ros_c/rosidl_introspection.hpp>

namespace baton::client {

/// `field` is an array or a sequence. Elements that are messages have functions as long as slots
/// for their types are left (message_elements.hpp); sizes of arrays likewise.
void set_element_functions(const msg::Field& field,
                           rosidl_typesupport_introspection_cpp::MessageMember& member);

}  // namespace baton::client
