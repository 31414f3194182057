// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/components/component_manager_isolated.hpp>

#include <rclcpp_components/component_manager.hpp>
