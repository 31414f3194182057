// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/service.hpp>

#include <rclcpp/detail/namespace.hpp>
