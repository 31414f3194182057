// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/lifecycle/transition.hpp>

#include <rcutils/allocator.h>

#include <rclcpp_lifecycle/detail/namespace.hpp>
