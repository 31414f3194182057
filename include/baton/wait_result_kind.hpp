// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

namespace rclcpp {

/// How a wait ended. Invalid exists for switches of users; no wait returns it.
enum class WaitResultKind { Ready, Timeout, Empty, Invalid };

}  // namespace rclcpp
