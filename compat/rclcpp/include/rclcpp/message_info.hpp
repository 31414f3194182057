// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/message_info.hpp>

#include <rclcpp/detail/namespace.hpp>
