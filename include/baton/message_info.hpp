// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include <baton/ros_c/rmw_message_info.h>
#include <baton/namespaces.hpp>

namespace rclcpp {

/// What is known about a received message besides its contents.
struct MessageInfo {
  MessageInfo() = default;
  explicit MessageInfo(const rmw_message_info_t& info)
      : source_timestamp_ns(info.source_timestamp),
        publication_sequence_number(info.publication_sequence_number),
        from_intra_process(info.from_intra_process) {
    for (std::size_t i = 0; i < publisher_gid.size(); ++i) {
      publisher_gid[i] = info.publisher_gid.data[i];
    }
  }

  /// CLOCK_REALTIME of the publisher when it published, ns since 1970.
  std::int64_t source_timestamp_ns = 0;
  /// Counts the publications of one publisher, from 1, without gaps.
  std::uint64_t publication_sequence_number = 0;
  /// The publisher: its participant's id and its number there. Equal for all its messages.
  std::array<std::uint8_t, RMW_GID_STORAGE_SIZE> publisher_gid{};
  /// True if the message came by pointer, from this process.
  bool from_intra_process = false;

  /// Converts to ROS's type. No message looks at the clock when it is taken, so the time of
  /// reception is that of this call.
  rmw_message_info_t get_rmw_message_info() const {
    rmw_message_info_t info{};
    info.source_timestamp = source_timestamp_ns;
    info.received_timestamp = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                  std::chrono::system_clock::now().time_since_epoch())
                                  .count();
    info.publication_sequence_number = publication_sequence_number;
    info.reception_sequence_number = RMW_MESSAGE_INFO_SEQUENCE_NUMBER_UNSUPPORTED;
    info.publisher_gid.implementation_identifier = BATON_IMPLEMENTATION_IDENTIFIER;
    for (std::size_t i = 0; i < publisher_gid.size(); ++i) {
      info.publisher_gid.data[i] = publisher_gid[i];
    }
    info.from_intra_process = from_intra_process;
    return info;
  }
};

}  // namespace rclcpp
