// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// Where log files go: ROS_LOG_DIR, else $ROS_HOME/log, else ~/.ros/log. It need not exist yet.
/// Throws exceptions::Error when there is no home directory either.
BATON_PUBLIC std::filesystem::path get_logging_directory();

}  // namespace rclcpp
