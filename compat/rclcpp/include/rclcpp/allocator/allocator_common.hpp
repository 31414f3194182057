// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <cstring>
#include <stdexcept>

#include <rcl/allocator.h>

namespace baton::allocator {

template <class T, class Allocator>
using AllocRebind = typename std::allocator_traits<Allocator>::template rebind_traits<T>;

}  // namespace baton::allocator
