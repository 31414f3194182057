// SPDX-License-Identifier: Apache-2.0
#include <ostream>
#include <stdexcept>
#include <utility>

#include <baton/qos_overriding_options.hpp>

namespace rclcpp {

const char* qos_policy_kind_to_cstr(const QosPolicyKind& kind) {
  const char* const word = rmw_qos_policy_kind_to_str(static_cast<rmw_qos_policy_kind_t>(kind));
  if (word == nullptr) {
    throw std::invalid_argument("this kind of QoS policy has no name; use one of QosPolicyKind");
  }
  return word;
}

std::ostream& operator<<(std::ostream& stream, const QosPolicyKind& kind) {
  return stream << qos_policy_kind_to_cstr(kind);
}

QosOverridingOptions::QosOverridingOptions(std::initializer_list<QosPolicyKind> policy_kinds,
                                           QosCallback validation_callback, std::string id)
    : id_(std::move(id)),
      policy_kinds_(policy_kinds),
      validation_callback_(std::move(validation_callback)) {}

const std::string& QosOverridingOptions::get_id() const { return id_; }

const std::vector<QosPolicyKind>& QosOverridingOptions::get_policy_kinds() const {
  return policy_kinds_;
}

const QosCallback& QosOverridingOptions::get_validation_callback() const {
  return validation_callback_;
}

QosOverridingOptions QosOverridingOptions::with_default_policies(QosCallback validation_callback,
                                                                 std::string id) {
  return {{QosPolicyKind::History, QosPolicyKind::Depth, QosPolicyKind::Reliability},
          std::move(validation_callback),
          std::move(id)};
}

QosOverridingOptions QosOverridingOptions::with_all_policies(QosCallback validation_callback,
                                                             std::string id) {
  return {{QosPolicyKind::AvoidRosNamespaceConventions, QosPolicyKind::Deadline,
           QosPolicyKind::Depth, QosPolicyKind::Durability, QosPolicyKind::History,
           QosPolicyKind::Lifespan, QosPolicyKind::Liveliness,
           QosPolicyKind::LivelinessLeaseDuration, QosPolicyKind::Reliability},
          std::move(validation_callback),
          std::move(id)};
}

}  // namespace rclcpp
