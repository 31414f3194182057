// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include <baton/exceptions.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rcl/error_handling.h>
#include <rcl/types.h>
#include <rclcpp/visibility_control.hpp>
#include <rcpputils/join.hpp>

namespace rclcpp::exceptions {

template <>
struct ErrorOfC<rcl_error_state_t> : std::true_type {
  static std::string text() { return rcl_get_error_string().str; }
};

/// Throws the exception that `ret` stands for, with the error that the thread has set, and resets
/// that with `reset_error`, unless it is null. Throws std::invalid_argument for RCL_RET_OK, and
/// std::runtime_error when no error is set.
[[noreturn]] inline void throw_from_rcl_error(rcl_ret_t ret, const std::string& prefix = "",
                                              const rcl_error_state_t* error_state = nullptr,
                                              void (*reset_error)() = rcutils_reset_error) {
  if (ret == RCL_RET_OK) throw std::invalid_argument("ret is RCL_RET_OK");
  if (error_state == nullptr) error_state = rcl_get_error_state();
  if (error_state == nullptr) throw std::runtime_error("rcl error state is not set");
  const std::string whole = prefix.empty() ? prefix : prefix + ": ";
  const RCLErrorBase error(ret, *error_state, rcl_get_error_string().str);
  if (reset_error != nullptr) reset_error();
  switch (ret) {
    case RCL_RET_BAD_ALLOC:
      throw RCLBadAlloc(error);
    case RCL_RET_INVALID_ARGUMENT:
      throw RCLInvalidArgument(error, whole);
    case RCL_RET_INVALID_ROS_ARGS:
      throw RCLInvalidROSArgsError(error, whole);
    default:
      throw RCLError(error, whole);
  }
}

}  // namespace rclcpp::exceptions
