// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace baton::client {

/// Code that was compiled with RCLCPP_LOG_MIN_SEVERITY and RCUTILS_LOG_MIN_SEVERITY at WARN: logs
/// once at each level in each way. Returns how many arguments were evaluated.
int log_from_quiet_code();

}  // namespace baton::client
