// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/memory_strategy.hpp>

#include <rclcpp/detail/namespace.hpp>
