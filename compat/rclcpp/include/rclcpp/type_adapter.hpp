// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/type_adapter.hpp>

#include <rclcpp/detail/namespace.hpp>
