// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/parameter_event_handler.hpp>

#include <rclcpp/detail/namespace.hpp>
