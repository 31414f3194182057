// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/network_flow_endpoint.hpp>

#include <rclcpp/detail/namespace.hpp>
