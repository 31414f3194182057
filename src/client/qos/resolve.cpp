// SPDX-License-Identifier: Apache-2.0
#include "client/qos/resolve.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace baton::client {

namespace {

constexpr rmw_time_t infinite = RMW_DURATION_INFINITE;
constexpr rmw_time_t unspecified = RMW_DURATION_UNSPECIFIED;
constexpr rmw_time_t best_available = RMW_QOS_DEADLINE_BEST_AVAILABLE;
constexpr rmw_time_t best_available_lease = RMW_QOS_LIVELINESS_LEASE_DURATION_BEST_AVAILABLE;
static_assert(detail::equal(best_available, best_available_lease));

using Time = rmw_time_t rmw_qos_profile_t::*;

[[noreturn]] void refuse(const char* policy) {
  throw std::invalid_argument(
      fmt::format("QoS: the {} policy is unknown; name one, or take the system default", policy));
}

void refuse_unknown(const QoS& qos) {
  if (qos.history() == HistoryPolicy::Unknown) refuse("history");
  if (qos.reliability() == ReliabilityPolicy::Unknown) refuse("reliability");
  if (qos.durability() == DurabilityPolicy::Unknown) refuse("durability");
  if (qos.liveliness() == LivelinessPolicy::Unknown) refuse("liveliness");
}

void fill_system_defaults(QoS& qos) {
  if (qos.history() == HistoryPolicy::SystemDefault) qos.history(HistoryPolicy::KeepLast);
  if (qos.history() == HistoryPolicy::KeepLast && qos.depth() == 0) qos.keep_last(1);
  if (qos.reliability() == ReliabilityPolicy::SystemDefault) qos.reliable();
  if (qos.durability() == DurabilityPolicy::SystemDefault) qos.durability_volatile();
  if (qos.liveliness() == LivelinessPolicy::SystemDefault) {
    qos.liveliness(LivelinessPolicy::Automatic);
  }
  rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  for (const Time time : {&rmw_qos_profile_t::deadline, &rmw_qos_profile_t::lifespan,
                          &rmw_qos_profile_t::liveliness_lease_duration}) {
    if (detail::equal(profile.*time, unspecified)) profile.*time = infinite;
  }
}

bool is_limit(const rmw_time_t& time) {
  return !detail::equal(time, unspecified) && !detail::equal(time, best_available) &&
         detail::to_nanoseconds(time) != std::chrono::nanoseconds::max();
}

bool shorter(const rmw_time_t& a, const rmw_time_t& b) {
  return detail::to_nanoseconds(a) < detail::to_nanoseconds(b);
}

/// The shortest time that a subscription asks for: offering it satisfies all of them.
rmw_time_t shortest_limit(std::span<const QoS> peers, Time time) {
  rmw_time_t shortest = infinite;
  for (const QoS& peer : peers) {
    const rmw_time_t& asked = peer.get_rmw_qos_profile().*time;
    if (is_limit(asked) && shorter(asked, shortest)) shortest = asked;
  }
  return shortest;
}

/// The longest time that a publisher offers: asking for it suits all of them.
/// As ROS does, ignores publishers that offer none. These do not match then.
rmw_time_t longest_limit(std::span<const QoS> peers, Time time) {
  rmw_time_t longest = unspecified;
  for (const QoS& peer : peers) {
    const rmw_time_t& offered = peer.get_rmw_qos_profile().*time;
    if (!is_limit(offered)) return infinite;
    if (shorter(longest, offered)) longest = offered;
  }
  return peers.empty() ? infinite : longest;
}

template <class Choose>
void fill_best_available_times(QoS& qos, Choose choose) {
  rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  for (const Time time :
       {&rmw_qos_profile_t::deadline, &rmw_qos_profile_t::liveliness_lease_duration}) {
    if (detail::equal(profile.*time, best_available)) profile.*time = choose(time);
  }
}

}  // namespace

bool wants_best_available(const QoS& asked) {
  const rmw_qos_profile_t& profile = asked.get_rmw_qos_profile();
  return asked.reliability() == ReliabilityPolicy::BestAvailable ||
         asked.durability() == DurabilityPolicy::BestAvailable ||
         asked.liveliness() == LivelinessPolicy::BestAvailable ||
         detail::equal(profile.deadline, best_available) ||
         detail::equal(profile.liveliness_lease_duration, best_available);
}

QoS resolve_for_publisher(const QoS& asked, std::span<const QoS> peers) {
  refuse_unknown(asked);
  QoS qos = asked;
  // A publisher that offers the most suits every subscription.
  if (qos.reliability() == ReliabilityPolicy::BestAvailable) qos.reliable();
  if (qos.durability() == DurabilityPolicy::BestAvailable) qos.transient_local();
  if (qos.liveliness() == LivelinessPolicy::BestAvailable) {
    const bool manual = std::any_of(peers.begin(), peers.end(), [](const QoS& peer) {
      return peer.liveliness() == LivelinessPolicy::ManualByTopic;
    });
    qos.liveliness(manual ? LivelinessPolicy::ManualByTopic : LivelinessPolicy::Automatic);
  }
  fill_best_available_times(qos, [&](Time time) { return shortest_limit(peers, time); });
  fill_system_defaults(qos);
  return qos;
}

QoS resolve_for_subscription(const QoS& asked, std::span<const QoS> peers) {
  refuse_unknown(asked);
  const auto all = [&](auto has) { return std::all_of(peers.begin(), peers.end(), has); };
  QoS qos = asked;
  // Without publishers, ask for the most, as ROS does. A publisher that comes later may offer less,
  // and is not matched then: the documentation of ROS warns of that race.
  if (qos.reliability() == ReliabilityPolicy::BestAvailable) {
    const bool reliable =
        all([](const QoS& peer) { return peer.reliability() == ReliabilityPolicy::Reliable; });
    qos.reliability(reliable ? ReliabilityPolicy::Reliable : ReliabilityPolicy::BestEffort);
  }
  if (qos.durability() == DurabilityPolicy::BestAvailable) {
    const bool kept =
        all([](const QoS& peer) { return peer.durability() == DurabilityPolicy::TransientLocal; });
    qos.durability(kept ? DurabilityPolicy::TransientLocal : DurabilityPolicy::Volatile);
  }
  if (qos.liveliness() == LivelinessPolicy::BestAvailable) {
    const bool manual =
        all([](const QoS& peer) { return peer.liveliness() == LivelinessPolicy::ManualByTopic; });
    qos.liveliness(manual ? LivelinessPolicy::ManualByTopic : LivelinessPolicy::Automatic);
  }
  fill_best_available_times(qos, [&](Time time) { return longest_limit(peers, time); });
  fill_system_defaults(qos);
  return qos;
}

QoS resolve_for_service(const QoS& asked) {
  refuse_unknown(asked);
  QoS qos = asked;
  if (qos.reliability() == ReliabilityPolicy::BestAvailable) qos.reliable();
  if (qos.durability() == DurabilityPolicy::BestAvailable) qos.durability_volatile();
  if (qos.liveliness() == LivelinessPolicy::BestAvailable) {
    qos.liveliness(LivelinessPolicy::Automatic);
  }
  fill_best_available_times(qos, [](Time) { return infinite; });
  fill_system_defaults(qos);
  return qos;
}

}  // namespace baton::client
