// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/lifecycle/state.hpp>

#include <rcutils/allocator.h>

#include <rclcpp_lifecycle/detail/namespace.hpp>
