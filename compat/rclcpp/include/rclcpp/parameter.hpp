// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/parameter.hpp>

#include <rclcpp/detail/namespace.hpp>
