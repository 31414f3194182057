// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/components/node_instance_wrapper.hpp>

#include <rclcpp_components/detail/namespace.hpp>
