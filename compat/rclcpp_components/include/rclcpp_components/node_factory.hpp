// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/components/node_factory.hpp>

#include <rclcpp_components/detail/namespace.hpp>
