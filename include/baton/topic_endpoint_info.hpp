// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <baton/ros_c/rosidl_type_support.h>
#include <baton/ros_c/topic_endpoint_info.h>
#include <baton/endpoint_info.hpp>
#include <baton/namespaces.hpp>
#include <baton/qos.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// An endpoint of a topic, in rclcpp's words. A value type.
class BATON_PUBLIC TopicEndpointInfo {
 public:
  explicit TopicEndpointInfo(EndpointInfo info);
  /// Copies all of it; a text that is null becomes an empty one.
  explicit TopicEndpointInfo(const rmw_topic_endpoint_info_t& info)
      : node_name_(text(info.node_name)),
        node_namespace_(text(info.node_namespace)),
        type_hash_(info.topic_type_hash) {
    info_.endpoint_type = static_cast<EndpointType>(info.endpoint_type);
    info_.type_name = text(info.topic_type);
    info_.qos = QoS(QoSInitialization::from_rmw(info.qos_profile), info.qos_profile);
    std::copy_n(info.endpoint_gid, info_.gid.size(), info_.gid.begin());
  }

  /// As in ROS, "_NODE_NAME_UNKNOWN_" and "_NODE_NAMESPACE_UNKNOWN_" for an endpoint without a
  /// node.
  std::string& node_name() { return node_name_; }
  const std::string& node_name() const { return node_name_; }
  std::string& node_namespace() { return node_namespace_; }
  const std::string& node_namespace() const { return node_namespace_; }
  std::string& topic_type() { return info_.type_name; }
  const std::string& topic_type() const { return info_.type_name; }
  EndpointType& endpoint_type() { return info_.endpoint_type; }
  const EndpointType& endpoint_type() const { return info_.endpoint_type; }
  std::array<std::uint8_t, 16>& endpoint_gid() { return info_.gid; }
  const std::array<std::uint8_t, 16>& endpoint_gid() const { return info_.gid; }
  QoS& qos_profile() { return info_.qos; }
  const QoS& qos_profile() const { return info_.qos; }
  /// Version 0 for a plain C++ type.
  rosidl_type_hash_t& topic_type_hash() { return type_hash_; }
  const rosidl_type_hash_t& topic_type_hash() const { return type_hash_; }

 private:
  static const char* text(const char* text) { return text != nullptr ? text : ""; }

  EndpointInfo info_;
  std::string node_name_;
  std::string node_namespace_;
  rosidl_type_hash_t type_hash_{};
};

}  // namespace rclcpp
