// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/subscription.hpp>

#include <rclcpp/detail/namespace.hpp>
