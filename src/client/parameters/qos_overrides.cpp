// SPDX-License-Identifier: Apache-2.0
#include "client/parameters/qos_overrides.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <baton/duration.hpp>
#include <baton/exceptions.hpp>

#include "client/node/node_state.hpp"
#include "client/parameters/parameter_store.hpp"

namespace baton::client {
namespace {

/// In the order in which rclcpp declares them.
constexpr QosPolicyKind all_kinds[] = {
    QosPolicyKind::AvoidRosNamespaceConventions,
    QosPolicyKind::Deadline,
    QosPolicyKind::Depth,
    QosPolicyKind::Durability,
    QosPolicyKind::History,
    QosPolicyKind::Lifespan,
    QosPolicyKind::Liveliness,
    QosPolicyKind::LivelinessLeaseDuration,
    QosPolicyKind::Reliability,
};

/// Returns `word`, which is null for a value that no policy has: then throws.
const char* require(const char* word, QosPolicyKind kind) {
  if (word) return word;
  throw std::invalid_argument(
      fmt::format("unknown value for policy kind {{{}}}", qos_policy_kind_to_cstr(kind)));
}

template <class Policy>
Policy known(Policy policy, Policy unknown, const std::string& word, QosPolicyKind kind) {
  if (policy != unknown) return policy;
  throw std::invalid_argument(fmt::format("unknown value for policy kind {{{}}}: '{}'",
                                          qos_policy_kind_to_cstr(kind), word));
}

ParameterValue value_of(QosPolicyKind kind, const QoS& qos) {
  const rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  switch (kind) {
    case QosPolicyKind::AvoidRosNamespaceConventions:
      return ParameterValue(profile.avoid_ros_namespace_conventions);
    case QosPolicyKind::Deadline:
      return ParameterValue(qos.deadline().nanoseconds());
    case QosPolicyKind::Depth:
      return ParameterValue(static_cast<std::int64_t>(profile.depth));
    case QosPolicyKind::Durability:
      return ParameterValue(require(rmw_qos_durability_policy_to_str(profile.durability), kind));
    case QosPolicyKind::History:
      return ParameterValue(require(rmw_qos_history_policy_to_str(profile.history), kind));
    case QosPolicyKind::Lifespan:
      return ParameterValue(qos.lifespan().nanoseconds());
    case QosPolicyKind::Liveliness:
      return ParameterValue(require(rmw_qos_liveliness_policy_to_str(profile.liveliness), kind));
    case QosPolicyKind::LivelinessLeaseDuration:
      return ParameterValue(qos.liveliness_lease_duration().nanoseconds());
    case QosPolicyKind::Reliability:
      return ParameterValue(require(rmw_qos_reliability_policy_to_str(profile.reliability), kind));
    case QosPolicyKind::Invalid:
      break;
  }
  throw std::invalid_argument("unknown QoS policy kind");
}

std::int64_t not_negative(const ParameterValue& value, QosPolicyKind kind) {
  const std::int64_t number = value.get<PARAMETER_INTEGER>();
  if (number >= 0) return number;
  throw exceptions::InvalidQosOverridesException(
      fmt::format("qos policy {{{}}} cannot be overridden by {}: give zero or more",
                  qos_policy_kind_to_cstr(kind), number));
}

Duration duration(const ParameterValue& value, QosPolicyKind kind) {
  return Duration::from_nanoseconds(not_negative(value, kind));
}

void set_word(QosPolicyKind kind, const std::string& word, QoS& qos) {
  const char* const text = word.c_str();
  if (kind == QosPolicyKind::Durability) {
    qos.durability(known(rmw_qos_durability_policy_from_str(text),
                         RMW_QOS_POLICY_DURABILITY_UNKNOWN, word, kind));
  } else if (kind == QosPolicyKind::History) {
    qos.history(
        known(rmw_qos_history_policy_from_str(text), RMW_QOS_POLICY_HISTORY_UNKNOWN, word, kind));
  } else if (kind == QosPolicyKind::Liveliness) {
    qos.liveliness(known(rmw_qos_liveliness_policy_from_str(text),
                         RMW_QOS_POLICY_LIVELINESS_UNKNOWN, word, kind));
  } else {
    qos.reliability(known(rmw_qos_reliability_policy_from_str(text),
                          RMW_QOS_POLICY_RELIABILITY_UNKNOWN, word, kind));
  }
}

void set_policy(QosPolicyKind kind, const ParameterValue& value, QoS& qos) {
  switch (kind) {
    case QosPolicyKind::AvoidRosNamespaceConventions:
      qos.avoid_ros_namespace_conventions(value.get<PARAMETER_BOOL>());
      break;
    case QosPolicyKind::Deadline:
      qos.deadline(duration(value, kind));
      break;
    case QosPolicyKind::Depth:
      qos.get_rmw_qos_profile().depth = static_cast<std::size_t>(not_negative(value, kind));
      break;
    case QosPolicyKind::Lifespan:
      qos.lifespan(duration(value, kind));
      break;
    case QosPolicyKind::LivelinessLeaseDuration:
      qos.liveliness_lease_duration(duration(value, kind));
      break;
    default:
      set_word(kind, value.get<PARAMETER_STRING>(), qos);
  }
}

/// How the parameters of one endpoint's policies are named and described.
struct Naming {
  std::string prefix;
  std::string description_end;
};

Naming name_parameters(const std::string& topic, const std::string& id, bool publisher) {
  const char* const entity = publisher ? "publisher" : "subscription";
  const bool has_id = !id.empty();
  return {fmt::format("qos_overrides.{}.{}{}{}.", topic, entity, has_id ? "_" : "", id),
          fmt::format("}} for {} {{{}}}{}", entity, topic,
                      has_id ? fmt::format(" with id {{{}}}", id) : "")};
}

ParameterValue declare_or_get(ParameterStore& store, const std::string& name,
                              const ParameterValue& value, const std::string& description) {
  ParameterStore::Descriptor descriptor;
  descriptor.description = description;
  descriptor.read_only = true;
  try {
    return store.declare(name, value, descriptor, false);
  } catch (const exceptions::ParameterAlreadyDeclaredException&) {
    return store.get(name).get_parameter_value();
  }
}

}  // namespace

QoS apply_qos_overrides(NodeState& node, const std::string& topic, const QoS& qos,
                        const QosOverridingOptions& options, bool publisher) {
  const auto& wanted = options.get_policy_kinds();
  if (wanted.empty()) return qos;
  const auto store = node.parameters();
  if (!store) {
    throw exceptions::InvalidQosOverridesException(
        "topic '" + topic + "': QoS overrides are parameters, and node '" +
        node.fully_qualified_name() + "' has none (any more)");
  }
  QoS result = qos;
  const Naming naming = name_parameters(topic, options.get_id(), publisher);
  for (const QosPolicyKind kind : all_kinds) {
    if (std::find(wanted.begin(), wanted.end(), kind) == wanted.end()) continue;
    // The publisher decides the lifespan of messages.
    if (kind == QosPolicyKind::Lifespan && !publisher) continue;
    const std::string policy = qos_policy_kind_to_cstr(kind);
    const ParameterValue value =
        declare_or_get(*store, naming.prefix + policy, value_of(kind, result),
                       "qos policy {" + policy + naming.description_end);
    set_policy(kind, value, result);
  }
  if (const auto& validate = options.get_validation_callback()) {
    const auto judged = validate(result);
    if (!judged.successful) {
      throw exceptions::InvalidQosOverridesException("validation callback failed: " +
                                                     std::string(judged.reason));
    }
  }
  return result;
}

}  // namespace baton::client
