// SPDX-License-Identifier: Apache-2.0
//
// Request against offer, as DDS has it: a publisher may offer more than a subscription asks for,
// and not less.
#include <string>

#include <fmt/format.h>

#include <baton/qos.hpp>

namespace baton {

namespace {

/// `undecided`: known only when the endpoint is made. `fitting`: made to suit the other side.
enum class Level { low, high, undecided, fitting };

Level level_of(ReliabilityPolicy policy) {
  switch (policy) {
    case ReliabilityPolicy::BestEffort:
      return Level::low;
    case ReliabilityPolicy::Reliable:
      return Level::high;
    case ReliabilityPolicy::BestAvailable:
      return Level::fitting;
    default:
      return Level::undecided;
  }
}

Level level_of(DurabilityPolicy policy) {
  switch (policy) {
    case DurabilityPolicy::Volatile:
      return Level::low;
    case DurabilityPolicy::TransientLocal:
      return Level::high;
    case DurabilityPolicy::BestAvailable:
      return Level::fitting;
    default:
      return Level::undecided;
  }
}

Level level_of(LivelinessPolicy policy) {
  switch (policy) {
    case LivelinessPolicy::Automatic:
      return Level::low;
    case LivelinessPolicy::ManualByTopic:
      return Level::high;
    case LivelinessPolicy::BestAvailable:
      return Level::fitting;
    default:
      return Level::undecided;
  }
}

QoSCompatibility compare(Level offered, Level requested) {
  if (offered == Level::low && requested == Level::high) return QoSCompatibility::Error;
  const bool open = offered == Level::undecided || requested == Level::undecided;
  const bool may_fall_short = (offered == Level::low || offered == Level::undecided) &&
                              (requested == Level::high || requested == Level::undecided);
  return open && may_fall_short ? QoSCompatibility::Warning : QoSCompatibility::Ok;
}

/// Not specified is without limit, and what is made to suit the other side limits nothing yet.
bool is_limit(const rmw_time_t& time) {
  constexpr rmw_time_t unspecified = RMW_DURATION_UNSPECIFIED;
  constexpr rmw_time_t best_available = RMW_QOS_DEADLINE_BEST_AVAILABLE;
  return !detail::equal(time, unspecified) && !detail::equal(time, best_available) &&
         detail::to_nanoseconds(time) != std::chrono::nanoseconds::max();
}

bool is_best_available(const rmw_time_t& time) {
  constexpr rmw_time_t best_available = RMW_QOS_DEADLINE_BEST_AVAILABLE;
  return detail::equal(time, best_available);
}

class Findings {
 public:
  void policy(const char* name, QoSCompatibility found, const char* offered,
              const char* requested) {
    if (found == QoSCompatibility::Ok) return;
    const auto word = [](const char* text) { return text != nullptr ? text : "unknown"; };
    add(found, fmt::format("{}: the publisher offers {}, the subscription asks for {}", name,
                           word(offered), word(requested)));
  }

  void time(const char* name, const rmw_time_t& offered, const rmw_time_t& requested) {
    if (!is_limit(requested) || is_best_available(offered)) return;
    const auto seconds = [](const rmw_time_t& time) {
      return std::chrono::duration<double>(detail::to_nanoseconds(time)).count();
    };
    if (!is_limit(offered)) {
      add(QoSCompatibility::Error,
          fmt::format("{}: the publisher offers none, the subscription asks for {} s", name,
                      seconds(requested)));
    } else if (detail::to_nanoseconds(offered) > detail::to_nanoseconds(requested)) {
      add(QoSCompatibility::Error,
          fmt::format("{}: the publisher offers {} s, the subscription asks for {} s", name,
                      seconds(offered), seconds(requested)));
    }
  }

  QoSCheckCompatibleResult result() const {
    if (!errors_.empty()) return {QoSCompatibility::Error, errors_};
    if (!warnings_.empty()) return {QoSCompatibility::Warning, warnings_};
    return {QoSCompatibility::Ok, ""};
  }

 private:
  void add(QoSCompatibility found, const std::string& sentence) {
    if (found == QoSCompatibility::Error) {
      errors_ += "ERROR: " + sentence + ";";
    } else {
      warnings_ += "WARNING: " + sentence + ";";
    }
  }

  std::string errors_;
  std::string warnings_;
};

}  // namespace

QoSCheckCompatibleResult qos_check_compatible(const QoS& publisher_qos,
                                              const QoS& subscription_qos) {
  const rmw_qos_profile_t& offered = publisher_qos.get_rmw_qos_profile();
  const rmw_qos_profile_t& requested = subscription_qos.get_rmw_qos_profile();
  Findings findings;
  findings.policy(
      "reliability",
      compare(level_of(publisher_qos.reliability()), level_of(subscription_qos.reliability())),
      rmw_qos_reliability_policy_to_str(offered.reliability),
      rmw_qos_reliability_policy_to_str(requested.reliability));
  findings.policy(
      "durability",
      compare(level_of(publisher_qos.durability()), level_of(subscription_qos.durability())),
      rmw_qos_durability_policy_to_str(offered.durability),
      rmw_qos_durability_policy_to_str(requested.durability));
  findings.time("deadline", offered.deadline, requested.deadline);
  findings.policy(
      "liveliness",
      compare(level_of(publisher_qos.liveliness()), level_of(subscription_qos.liveliness())),
      rmw_qos_liveliness_policy_to_str(offered.liveliness),
      rmw_qos_liveliness_policy_to_str(requested.liveliness));
  findings.time("liveliness lease", offered.liveliness_lease_duration,
                requested.liveliness_lease_duration);
  return findings.result();
}

}  // namespace baton
