// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/wait_result_kind.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/visibility_control.hpp>

namespace rclcpp {

// In rclcpp the enumeration has no scope of its own.
inline constexpr WaitResultKind Ready = WaitResultKind::Ready;
inline constexpr WaitResultKind Timeout = WaitResultKind::Timeout;
inline constexpr WaitResultKind Empty = WaitResultKind::Empty;
inline constexpr WaitResultKind Invalid = WaitResultKind::Invalid;

}  // namespace rclcpp
