// SPDX-License-Identifier: Apache-2.0
#include "dds/qos.hpp"

#include <algorithm>

namespace baton::dds {
namespace {

std::int64_t limit_ns(const rmw_time_t& time) {
  const std::int64_t ns = baton::detail::to_nanoseconds(time).count();
  return ns == 0 ? infinite_ns : ns;
}

}  // namespace

WireQos to_wire(const QoS& qos) {
  WireQos wire;
  wire.reliable = qos.reliability() != ReliabilityPolicy::BestEffort;
  wire.transient_local = qos.durability() == DurabilityPolicy::TransientLocal;
  wire.keep_all = qos.history() == HistoryPolicy::KeepAll;
  wire.depth = static_cast<std::uint32_t>(
      wire.keep_all ? max_depth : std::clamp<std::size_t>(qos.depth(), 1, max_depth));
  const rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  wire.deadline_ns = limit_ns(profile.deadline);
  wire.lifespan_ns = limit_ns(profile.lifespan);
  wire.manual_by_topic = qos.liveliness() == LivelinessPolicy::ManualByTopic;
  wire.lease_ns = limit_ns(profile.liveliness_lease_duration);
  wire.max_blocking_ns = qos.max_blocking_time().count();
  return wire;
}

QoS from_wire(const WireQos& wire) {
  QoS qos(wire.depth);
  if (wire.keep_all) qos.keep_all();
  qos.reliability(wire.reliable ? ReliabilityPolicy::Reliable : ReliabilityPolicy::BestEffort);
  qos.durability(wire.transient_local ? DurabilityPolicy::TransientLocal
                                      : DurabilityPolicy::Volatile);
  qos.liveliness(wire.manual_by_topic ? LivelinessPolicy::ManualByTopic
                                      : LivelinessPolicy::Automatic);
  qos.deadline(std::chrono::nanoseconds(wire.deadline_ns));
  qos.lifespan(std::chrono::nanoseconds(wire.lifespan_ns));
  qos.liveliness_lease_duration(std::chrono::nanoseconds(wire.lease_ns));
  return qos;
}

}  // namespace baton::dds
