// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/context.hpp>

#include <rclcpp/detail/namespace.hpp>
