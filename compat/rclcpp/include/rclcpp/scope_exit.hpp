// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rcpputils/scope_exit.hpp>

#include <rclcpp/detail/namespace.hpp>
#include <rclcpp/macros.hpp>

// What rclcpp's header brings along.
#include <functional>

namespace rclcpp {

template <class Callable>
using ScopeExit = rcpputils::scope_exit<Callable>;
using rcpputils::make_scope_exit;

}  // namespace rclcpp

#define RCLCPP_SCOPE_EXIT(code) \
  auto RCLCPP_STRING_JOIN(scope_exit_, __LINE__) = rclcpp::make_scope_exit([&]() { code; })
