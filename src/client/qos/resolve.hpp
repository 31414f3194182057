// SPDX-License-Identifier: Apache-2.0
//
// What users write leaves policies open; an endpoint has none that are. They are decided once, when
// it is made.
#pragma once

#include <span>

#include <baton/qos.hpp>

namespace baton::client {

/// Whether `asked` has to be held against the endpoints that are there: only then is the graph
/// read.
bool wants_best_available(const QoS& asked);

/// The concrete QoS of a new endpoint; what get_actual_qos() returns. `peers`: the QoS of the other
/// side's endpoints of the topic, which are concrete themselves.
///
/// - System default is the value of rmw_qos_profile_default; liveliness is automatic, a history
///   keeps the newest, and keep-last 0 is 1: what ROS's middlewares do. A time that is not
///   specified is infinite.
/// - Best available is the strictest policy that suits all peers, as in ROS. Without peers a
///   publisher's liveliness is automatic, all else is the strictest that there is, and times have
///   no limit.
///
/// Throws std::invalid_argument for a policy that is Unknown.
QoS resolve_for_publisher(const QoS& asked, std::span<const QoS> peers);
QoS resolve_for_subscription(const QoS& asked, std::span<const QoS> peers);

/// Services and clients are not held against each other: best available is reliable, volatile and
/// without limits.
QoS resolve_for_service(const QoS& asked);

}  // namespace baton::client
