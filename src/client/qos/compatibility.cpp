// SPDX-License-Identifier: Apache-2.0
//
// What match::falls_short() says of two QoS that leave policies open: a policy that is decided only
// when the endpoint is made is looked at from both ends.
#include <string>

#include <fmt/format.h>

#include <baton/qos.hpp>

#include "match/compare.hpp"
#include "match/qos.hpp"

namespace rclcpp {

namespace {

/// What a QoS may come to; `least` and `most` differ where a policy is open.
struct Range {
  match::Policies least;
  match::Policies most;
};

/// `suited`: the value of a policy that is chosen to suit the other side.
template <class Policy>
void decide(Policy policy, Policy low, Policy high, bool suited, bool& least, bool& most) {
  if (policy == Policy::BestAvailable) {
    least = most = suited;
  } else {
    least = policy == high;
    most = policy != low;
  }
}

std::int64_t decide(const rmw_time_t& time, std::int64_t limit_ns, std::int64_t suited_ns) {
  constexpr rmw_time_t best_available = RMW_QOS_DEADLINE_BEST_AVAILABLE;
  return detail::equal(time, best_available) ? suited_ns : limit_ns;
}

/// A suited offer is the most that a QoS can be, and a suited request the least.
Range range_of(const QoS& qos, bool is_offer) {
  Range range;
  match::Policies& least = range.least;
  match::Policies& most = range.most;
  least = match::to_policies(qos);
  const rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  const std::int64_t suited_ns = is_offer ? 0 : match::unlimited_ns;
  least.deadline_ns = decide(profile.deadline, least.deadline_ns, suited_ns);
  least.lease_ns = decide(profile.liveliness_lease_duration, least.lease_ns, suited_ns);
  most = least;
  decide(qos.reliability(), ReliabilityPolicy::BestEffort, ReliabilityPolicy::Reliable, is_offer,
         least.reliable, most.reliable);
  decide(qos.durability(), DurabilityPolicy::Volatile, DurabilityPolicy::TransientLocal, is_offer,
         least.transient_local, most.transient_local);
  decide(qos.liveliness(), LivelinessPolicy::Automatic, LivelinessPolicy::ManualByTopic, is_offer,
         least.manual_by_topic, most.manual_by_topic);
  return range;
}

const char* name_of(match::Policy policy) {
  switch (policy) {
    case match::Policy::reliability:
      return "reliability";
    case match::Policy::durability:
      return "durability";
    case match::Policy::deadline:
      return "deadline";
    case match::Policy::liveliness:
      return "liveliness";
    case match::Policy::lease:
      return "liveliness lease";
  }
  return "";
}

/// The word that ROS uses for the QoS's value of a policy.
std::string word_of(match::Policy policy, const QoS& qos) {
  const rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  const auto known = [](const char* text) { return text != nullptr ? text : "unknown"; };
  switch (policy) {
    case match::Policy::reliability:
      return known(rmw_qos_reliability_policy_to_str(profile.reliability));
    case match::Policy::durability:
      return known(rmw_qos_durability_policy_to_str(profile.durability));
    case match::Policy::deadline:
      return match::duration_text(match::to_policies(qos).deadline_ns);
    case match::Policy::liveliness:
      return known(rmw_qos_liveliness_policy_to_str(profile.liveliness));
    case match::Policy::lease:
      return match::duration_text(match::to_policies(qos).lease_ns);
  }
  return "";
}

}  // namespace

QoSCheckCompatibleResult qos_check_compatible(const QoS& publisher_qos,
                                              const QoS& subscription_qos) {
  const Range offered = range_of(publisher_qos, true);
  const Range requested = range_of(subscription_qos, false);
  std::string errors;
  std::string warnings;
  for (const match::Policy policy : match::compared_policies) {
    if (!match::falls_short(policy, offered.least, requested.most)) continue;
    const std::string sentence =
        fmt::format("{}: the publisher offers {}, the subscription asks for {};", name_of(policy),
                    word_of(policy, publisher_qos), word_of(policy, subscription_qos));
    if (match::falls_short(policy, offered.most, requested.least)) {
      errors += "ERROR: " + sentence;
    } else {
      warnings += "WARNING: " + sentence;
    }
  }
  if (!errors.empty()) return {QoSCompatibility::Error, errors};
  if (!warnings.empty()) return {QoSCompatibility::Warning, warnings};
  return {QoSCompatibility::Ok, ""};
}

}  // namespace rclcpp
