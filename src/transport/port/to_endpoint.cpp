// SPDX-License-Identifier: Apache-2.0
#include "transport/port/to_endpoint.hpp"

#include <algorithm>

#include <baton/msg/type_hash.hpp>

namespace baton::transport {
namespace {

/// What is not specified is no limit.
std::int64_t limit_ns(const rmw_time_t& time) {
  const std::int64_t ns = baton::detail::to_nanoseconds(time).count();
  return ns == 0 ? shm::unlimited_ns : ns;
}

shm::Policy to_policy(const QoS& qos) {
  shm::Policy policy;
  policy.reliable = qos.reliability() == ReliabilityPolicy::Reliable;
  policy.transient_local = qos.durability() == DurabilityPolicy::TransientLocal;
  policy.keep_all = qos.history() == HistoryPolicy::KeepAll;
  policy.depth =
      policy.keep_all ? shm::max_depth : std::clamp<std::size_t>(qos.depth(), 1, shm::max_depth);
  const rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  policy.deadline_ns = limit_ns(profile.deadline);
  policy.lifespan_ns = limit_ns(profile.lifespan);
  policy.manual_by_topic = qos.liveliness() == LivelinessPolicy::ManualByTopic;
  policy.lease_ns = limit_ns(profile.liveliness_lease_duration);
  return policy;
}

}  // namespace

static_assert(static_cast<int>(EndpointKind::service_request) ==
                  static_cast<int>(shm::Purpose::service_request) &&
              static_cast<int>(EndpointKind::service_reply) ==
                  static_cast<int>(shm::Purpose::service_reply));

shm::Endpoint to_endpoint(const EndpointSpec& spec) {
  return {0,
          spec.topic,
          spec.type_name,
          spec.type_hash,
          spec.layout_hash,
          to_policy(spec.qos),
          spec.type == nullptr ? std::string() : msg::to_string(spec.type->hash),
          spec.node,
          static_cast<shm::Purpose>(spec.kind)};
}

}  // namespace baton::transport
