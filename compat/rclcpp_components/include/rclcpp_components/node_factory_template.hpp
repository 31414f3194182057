// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/components/node_factory_template.hpp>

#include <rclcpp_components/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp_components/node_factory.hpp>
