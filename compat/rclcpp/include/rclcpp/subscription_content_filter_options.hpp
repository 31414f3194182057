// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/subscription_options.hpp>

#include <rclcpp/detail/namespace.hpp>
