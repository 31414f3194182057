// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/publisher_options.hpp>

#include <rclcpp/detail/namespace.hpp>
