// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/duration.hpp>
#include <baton/qos.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rcl/allocator.h>
#include <rmw/incompatible_qos_events_statuses.h>
#include <rmw/qos_profiles.h>
#include <rclcpp/duration.hpp>
#include <rclcpp/exceptions.hpp>
