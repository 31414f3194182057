// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/node_interfaces/node_type_descriptions_interface.hpp>

#include <rclcpp/detail/namespace.hpp>
