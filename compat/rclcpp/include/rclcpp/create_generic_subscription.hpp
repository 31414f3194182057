// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/create_generic_subscription.hpp>

#include <rclcpp/detail/namespace.hpp>
#include <rclcpp/generic_subscription.hpp>
