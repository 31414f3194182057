// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/generic_subscription.hpp>

#include <rclcpp/detail/namespace.hpp>
#include <rclcpp/typesupport_helpers.hpp>
