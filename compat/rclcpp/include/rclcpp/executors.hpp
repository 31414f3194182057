// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executors.hpp>

#include <rclcpp/detail/namespace.hpp>
