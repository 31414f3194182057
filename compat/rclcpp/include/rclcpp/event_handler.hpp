// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/event_callbacks.hpp>
#include <baton/event_handler.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <atomic>
#include <iostream>
#include <mutex>

#include <rcl/allocator.h>
#include <rcl/event.h>
#include <rcl/time.h>
#include <rcutils/logging_macros.h>
#include <rmw/events_statuses/incompatible_type.h>
#include <rmw/incompatible_qos_events_statuses.h>
#include <rmw/rmw.h>
#include <rclcpp/exceptions.hpp>
#include <rclcpp/function_traits.hpp>
#include <rclcpp/logging.hpp>
#include <rclcpp/macros.hpp>
#include <rmw/impl/cpp/demangle.hpp>
