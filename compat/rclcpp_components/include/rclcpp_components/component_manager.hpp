// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/components/component_manager.hpp>

#include <class_loader/class_loader.hpp>
#include <rclcpp/rclcpp.hpp>

#include <rclcpp_components/node_factory.hpp>

// What rclcpp's header brings along.
#include <rclcpp_components/visibility_control.hpp>
