// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/action/create_client.hpp>

#include <rclcpp/detail/namespace.hpp>
#include <rclcpp_action/detail/namespace.hpp>
