// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/loaned_message.hpp>

#include <rclcpp/detail/namespace.hpp>
