// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/event.hpp>
#include <rclcpp/detail/namespace.hpp>
