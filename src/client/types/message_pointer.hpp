// SPDX-License-Identifier: Apache-2.0
// Messages of a type that is known at run time only, behind pointers to void, as rclcpp's generic
// clients and services have them.
#pragma once

#include <memory>

#include <baton/msg/type_support.hpp>

namespace baton::client {

/// A message with its default values.
std::shared_ptr<void> make_message(const msg::TypeSupport& type);
std::shared_ptr<void> make_copy(const msg::TypeSupport& type, const void* message);

}  // namespace baton::client
