// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <vector>

#include <baton/namespaces.hpp>
#include <baton/qos.hpp>
#include <baton/visibility.hpp>
#include <rcl_interfaces/msg/set_parameters_result.hpp>

namespace rclcpp {

enum class QosPolicyKind {
  AvoidRosNamespaceConventions = RMW_QOS_POLICY_AVOID_ROS_NAMESPACE_CONVENTIONS,
  Deadline = RMW_QOS_POLICY_DEADLINE,
  Depth = RMW_QOS_POLICY_DEPTH,
  Durability = RMW_QOS_POLICY_DURABILITY,
  History = RMW_QOS_POLICY_HISTORY,
  Lifespan = RMW_QOS_POLICY_LIFESPAN,
  Liveliness = RMW_QOS_POLICY_LIVELINESS,
  LivelinessLeaseDuration = RMW_QOS_POLICY_LIVELINESS_LEASE_DURATION,
  Reliability = RMW_QOS_POLICY_RELIABILITY,
  Invalid = RMW_QOS_POLICY_INVALID,
};

/// The name of the policy's parameter: "reliability". Throws std::invalid_argument for Invalid.
BATON_PUBLIC const char* qos_policy_kind_to_cstr(const QosPolicyKind& kind);
BATON_PUBLIC std::ostream& operator<<(std::ostream& stream, const QosPolicyKind& kind);

using QosCallbackResult = rcl_interfaces::msg::SetParametersResult;
/// Judges the QoS that results from all overrides.
using QosCallback = std::function<QosCallbackResult(const QoS&)>;

/// Which policies of an endpoint users may override by parameters; by default none. Such a
/// parameter is `qos_overrides./scan.publisher.depth`, or `.publisher_front.depth` with the id
/// "front".
class BATON_PUBLIC QosOverridingOptions {
 public:
  QosOverridingOptions() = default;
  /// Implicit, so that options can be written in braces.
  QosOverridingOptions(std::initializer_list<QosPolicyKind> policy_kinds,
                       QosCallback validation_callback = nullptr, std::string id = {});

  const std::string& get_id() const;
  const std::vector<QosPolicyKind>& get_policy_kinds() const;
  const QosCallback& get_validation_callback() const;

  /// History, depth and reliability.
  static QosOverridingOptions with_default_policies(QosCallback validation_callback = nullptr,
                                                    std::string id = {});
  static QosOverridingOptions with_all_policies(QosCallback validation_callback = nullptr,
                                                std::string id = {});

 private:
  std::string id_;
  std::vector<QosPolicyKind> policy_kinds_;
  QosCallback validation_callback_;
};

}  // namespace rclcpp
