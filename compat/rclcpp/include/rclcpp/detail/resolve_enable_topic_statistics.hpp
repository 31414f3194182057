// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/topic_statistics.hpp>

#include <rclcpp/topic_statistics_state.hpp>
