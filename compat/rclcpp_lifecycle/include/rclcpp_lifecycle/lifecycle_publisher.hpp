// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/lifecycle/lifecycle_publisher.hpp>

#include <rclcpp/logging.hpp>
#include <rclcpp/publisher.hpp>

#include <rclcpp_lifecycle/managed_entity.hpp>
