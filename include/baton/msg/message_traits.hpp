// SPDX-License-Identifier: Apache-2.0
//
// What templates ask of a message type, under the names that ROS 2 has for it.
#pragma once

#include <cstddef>
#include <iomanip>  // as in ROS, messages bring it along
#include <iosfwd>
#include <string>
#include <type_traits>

#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace rosidl_generator_traits {

/// "sensor_msgs::msg::Image"
template <class M>
inline const char* data_type();

/// "sensor_msgs/msg/Image"
template <class M>
inline const char* name();

/// No string and no sequence, at any depth.
template <class M>
struct has_fixed_size : std::false_type {};

/// No string and no sequence without a bound, at any depth.
template <class M>
struct has_bounded_size : std::false_type {};

template <class M>
struct is_message : std::false_type {};

template <class S>
struct is_service : std::false_type {};
template <class M>
struct is_service_request : std::false_type {};
template <class M>
struct is_service_response : std::false_type {};

template <class A>
struct is_action : std::false_type {};
template <class M>
struct is_action_goal : std::false_type {};
template <class M>
struct is_action_result : std::false_type {};
template <class M>
struct is_action_feedback : std::false_type {};

}  // namespace rosidl_generator_traits

namespace baton::msg {

namespace detail {
template <class M>
using RequireMessage = std::enable_if_t<rosidl_generator_traits::is_message<M>::value, int>;

/// Ends with a newline unless `flow`.
BATON_PUBLIC std::string yaml_of(const TypeSupport& type, const void* message, bool flow,
                                 std::size_t indentation);
BATON_PUBLIC void write_text(std::ostream& to, const std::string& text);
}  // namespace detail

// Templates instead of functions of every message, so that the headers of messages stay small.

/// What `ros2 topic echo` prints; in flow style one line with braces.
template <class M, detail::RequireMessage<M> = 0>
std::string to_yaml(const M& message, bool use_flow_style = false) {
  return detail::yaml_of(type_support<M>(), &message, use_flow_style, 0);
}

template <class M, detail::RequireMessage<M> = 0>
void to_flow_style_yaml(const M& message, std::ostream& to) {
  detail::write_text(to, detail::yaml_of(type_support<M>(), &message, true, 0));
}

template <class M, detail::RequireMessage<M> = 0>
void to_block_style_yaml(const M& message, std::ostream& to, std::size_t indentation = 0) {
  detail::write_text(to, detail::yaml_of(type_support<M>(), &message, false, indentation));
}

}  // namespace baton::msg

namespace rosidl_generator_traits {

using ::baton::msg::to_yaml;

}  // namespace rosidl_generator_traits
