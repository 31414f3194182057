// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <baton/endpoint_event.hpp>
#include <baton/qos.hpp>

namespace baton {

enum class EndpointType { Invalid, Publisher, Subscription };

/// A publisher or a subscription of some participant of the domain.
struct EndpointInfo {
  EndpointType endpoint_type = EndpointType::Invalid;
  EndpointKind kind = EndpointKind::topic;
  std::string topic;         ///< absolute: "/camera/image"
  std::string type_name;     ///< "sensor_msgs/msg/Image"
  std::string type_hash;     ///< "RIHS01_" and 64 digits; empty for a plain C++ type
  std::string node;          ///< fully qualified; empty for an endpoint without a node
  QoS qos = 10;              ///< as it is served; all but max_blocking_time
  std::string participant;   ///< id of its context, 16 hexadecimal digits
  std::string process_name;  ///< name of its context
  std::int64_t pid = 0;      ///< as its own PID namespace numbers it
  /// Of the endpoint in the whole domain, for as long as it is there. With an open network its DDS
  /// GUID, as ROS 2's tools show it; until DDS has told of it, and without a network, the context's
  /// id, then the endpoint's within it, most significant byte first, as MessageInfo::publisher_gid
  /// and PublisherBase::get_gid() have it for what shared memory brings.
  std::array<std::uint8_t, 16> gid{};
};

}  // namespace baton
