// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>

#include <action_msgs/msg/goal_info.hpp>
#include <action_msgs/msg/goal_status.hpp>

#include <baton/visibility.hpp>

#ifndef UUID_SIZE
#define UUID_SIZE 16
#endif

namespace baton::action {

/// The name of a goal, which its client draws by lot.
using GoalUUID = std::array<std::uint8_t, UUID_SIZE>;
using GoalStatus = action_msgs::msg::GoalStatus;
using GoalInfo = action_msgs::msg::GoalInfo;

/// As a UUID is written: 8-4-4-4-12 hexadecimal digits.
BATON_PUBLIC std::string to_string(const GoalUUID& goal_id);
/// As a figure of GoalStatus: "EXECUTING".
BATON_PUBLIC const char* status_name(std::int8_t status);
/// 16 random bytes.
BATON_PUBLIC GoalUUID generate_goal_id();

}  // namespace baton::action

/// Goals are keys of unordered containers.
template <>
struct std::hash<baton::action::GoalUUID> {
  std::size_t operator()(const baton::action::GoalUUID& goal_id) const noexcept {
    // The bytes are random, so any of them will do.
    std::size_t value = 0;
    std::memcpy(&value, goal_id.data(), sizeof value);
    return value;
  }
};
