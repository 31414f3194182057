// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/create_timer.hpp>

#include <rclcpp/detail/namespace.hpp>
