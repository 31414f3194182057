// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/timer.hpp>

#include <rclcpp/detail/namespace.hpp>
