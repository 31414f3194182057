// SPDX-License-Identifier: Apache-2.0
#include "match/qos.hpp"

#include <algorithm>
#include <chrono>

namespace baton::match {
namespace {

/// A time that is not specified is no limit.
std::int64_t limit_ns(const rmw_time_t& time) {
  const std::int64_t ns = baton::detail::to_nanoseconds(time).count();
  return ns == 0 ? unlimited_ns : ns;
}

}  // namespace

Policies to_policies(const QoS& qos) {
  const rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  Policies policies;
  policies.reliable = qos.reliability() != ReliabilityPolicy::BestEffort;
  policies.transient_local = qos.durability() == DurabilityPolicy::TransientLocal;
  policies.keep_all = qos.history() == HistoryPolicy::KeepAll;
  policies.depth =
      policies.keep_all ? max_depth : std::clamp<std::size_t>(qos.depth(), 1, max_depth);
  policies.deadline_ns = limit_ns(profile.deadline);
  policies.lifespan_ns = limit_ns(profile.lifespan);
  policies.manual_by_topic = qos.liveliness() == LivelinessPolicy::ManualByTopic;
  policies.lease_ns = limit_ns(profile.liveliness_lease_duration);
  return policies;
}

QoS to_qos(const Policies& policies) {
  QoS qos(policies.depth);
  if (policies.keep_all) qos.keep_all();
  if (!policies.has_history) qos.history(HistoryPolicy::Unknown);
  qos.reliability(policies.reliable ? ReliabilityPolicy::Reliable : ReliabilityPolicy::BestEffort);
  qos.durability(policies.transient_local ? DurabilityPolicy::TransientLocal
                                          : DurabilityPolicy::Volatile);
  qos.liveliness(policies.manual_by_topic ? LivelinessPolicy::ManualByTopic
                                          : LivelinessPolicy::Automatic);
  qos.deadline(std::chrono::nanoseconds(policies.deadline_ns));
  qos.lifespan(std::chrono::nanoseconds(policies.lifespan_ns));
  qos.liveliness_lease_duration(std::chrono::nanoseconds(policies.lease_ns));
  return qos;
}

}  // namespace baton::match
