// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/time_source.hpp>

#include <rclcpp/detail/namespace.hpp>
