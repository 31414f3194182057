// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/logging.hpp>

#include <rclcpp/detail/namespace.hpp>
