// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/wait_set.hpp>

#include <rclcpp/detail/namespace.hpp>
