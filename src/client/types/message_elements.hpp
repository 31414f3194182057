// SPDX-License-Identifier: Apache-2.0
// Functions for elements that are messages, and for the sizes of arrays.
//
// Introspection's functions are told no type, so there is one set of them for each of a number of
// slots, and a slot is given to a type for ever. Types that come when all slots are given have no
// functions, which is logged once. Thread safety: all of it.
#pragma once

#include <cstddef>

#include <baton/msg/type_support.hpp>
#include <baton/ros_c/rosidl_introspection.hpp>

namespace baton::client {

/// How many different messages can be elements, and how many sizes arrays can have.
inline constexpr std::size_t slots_of_messages = 256;
inline constexpr std::size_t slots_of_sizes = 128;

void set_message_element_functions(const msg::TypeSupport& type, bool is_array,
                                   rosidl_typesupport_introspection_cpp::MessageMember& member);

/// A function that always returns `count`; nullptr: no slot is left.
std::size_t (*size_of_array(std::size_t count))(const void* field);

}  // namespace baton::client
