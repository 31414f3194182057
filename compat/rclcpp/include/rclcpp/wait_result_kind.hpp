// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/wait_result_kind.hpp>

#include <rclcpp/detail/namespace.hpp>
