// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <cstdint>
#include <string>

namespace rclcpp {

/// The other side of a match, and how messages reach it.
struct MatchInfo {
  std::string participant;   ///< id of the peer's context, 16 hexadecimal digits
  std::string process_name;  ///< name of the peer's context
  std::int64_t pid = 0;      ///< as the peer's own PID namespace numbers it
  std::string transport;     ///< "shared_memory"
  bool zero_copy = false;    ///< true: the subscription reads the message in the publisher's memory
  std::string reason;        ///< why this transport was chosen, and why not zero copy if it is not
};

}  // namespace rclcpp
