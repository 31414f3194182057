// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/create_generic_service.hpp>

#include <rclcpp/detail/namespace.hpp>
#include <rclcpp/generic_service.hpp>
