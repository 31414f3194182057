// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <baton/endpoint_event.hpp>
#include <baton/namespaces.hpp>
#include <baton/qos.hpp>

namespace rclcpp {

enum class EndpointType { Invalid, Publisher, Subscription };

/// A publisher or a subscription of any participant of the domain.
struct EndpointInfo {
  EndpointType endpoint_type = EndpointType::Invalid;
  EndpointKind kind = EndpointKind::topic;
  std::string topic;         ///< absolute: "/camera/image"
  std::string type_name;     ///< "sensor_msgs/msg/Image"
  std::string type_hash;     ///< "RIHS01_" and 64 digits; empty for a plain C++ type
  std::string node;          ///< fully qualified; empty for an endpoint without a node
  QoS qos = 10;              ///< as it is served; all policies except max_blocking_time
  std::string participant;   ///< id of its context, 16 hexadecimal digits
  std::string process_name;  ///< name of its context
  std::int64_t pid = 0;      ///< as its own PID namespace numbers it
  /// Identifies the endpoint in the whole domain, as long as it exists. With an open network this
  /// is its DDS GUID, as the tools of ROS 2 show it. Without a network, and until DDS has announced
  /// the endpoint, this is the context's id, then the endpoint's number in it, most significant
  /// byte first. MessageInfo::publisher_gid and PublisherBase::get_gid() have that second form for
  /// shared memory.
  std::array<std::uint8_t, 16> gid{};
};

}  // namespace rclcpp
