// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// How spin_until_future_complete() ended.
enum class FutureReturnCode { SUCCESS, INTERRUPTED, TIMEOUT };

/// "SUCCESS (0)"
BATON_PUBLIC std::string to_string(const FutureReturnCode& code);
BATON_PUBLIC std::ostream& operator<<(std::ostream& os, const FutureReturnCode& code);

}  // namespace rclcpp
