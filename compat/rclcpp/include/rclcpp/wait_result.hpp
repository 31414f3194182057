// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/wait_result.hpp>

#include <rclcpp/detail/namespace.hpp>
