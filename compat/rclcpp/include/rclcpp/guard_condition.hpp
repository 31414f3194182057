// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/guard_condition.hpp>

#include <rclcpp/detail/namespace.hpp>
