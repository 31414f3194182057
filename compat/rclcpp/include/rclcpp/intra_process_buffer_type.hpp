// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/intra_process_setting.hpp>

#include <rclcpp/detail/namespace.hpp>
