// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace baton {

enum class EndpointType { Publisher, Subscription };

/// A publisher or a subscription of some participant of the domain.
struct TopicEndpointInfo {
  EndpointType endpoint_type = EndpointType::Publisher;
  std::string topic;         ///< absolute: "/camera/image"
  std::string type_name;     ///< "sensor_msgs/msg/Image"
  std::string type_hash;     ///< "RIHS01_" and 64 digits; empty for a plain C++ type
  std::string participant;   ///< id of its context, 16 hexadecimal digits
  std::string process_name;  ///< name of its context
  std::int64_t pid = 0;      ///< as its own PID namespace numbers it
};

}  // namespace baton
