// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/parameter_event_handler.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <list>

#include <rclcpp/create_subscription.hpp>
