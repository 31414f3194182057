// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/clock.hpp>

#include <rclcpp/detail/namespace.hpp>
