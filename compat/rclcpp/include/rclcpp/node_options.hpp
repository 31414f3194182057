// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/node_options.hpp>

#include <rclcpp/detail/namespace.hpp>
