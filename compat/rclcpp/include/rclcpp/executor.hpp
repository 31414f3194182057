// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executor.hpp>

#include <rclcpp/detail/namespace.hpp>
