// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/callback_group.hpp>

#include <rclcpp/detail/namespace.hpp>
