// SPDX-License-Identifier: Apache-2.0
// Handles in the form of introspection, for generated code. Thread safety: all of it.
#pragma once

#include <baton/type_support_handle.hpp>

namespace rclcpp::detail {

/// Of a message or a service. Never null; throws what to_handle() throws.
template <class Support>
auto to_introspection_handle(const Support& type) {
  const auto* const handle = ::rclcpp::to_handle(type);
  return handle->func(handle, introspection_identifier);
}

}  // namespace rclcpp::detail
