// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/logger.hpp>
#include <baton/logging_directory.hpp>

#include <rclcpp/detail/namespace.hpp>
