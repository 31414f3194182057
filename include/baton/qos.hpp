// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include <baton/ros_c/rmw_qos_profile.h>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

class Duration;

enum class HistoryPolicy {
  KeepLast = RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  KeepAll = RMW_QOS_POLICY_HISTORY_KEEP_ALL,
  SystemDefault = RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT,
  Unknown = RMW_QOS_POLICY_HISTORY_UNKNOWN,
};

enum class ReliabilityPolicy {
  BestEffort = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT,
  Reliable = RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  SystemDefault = RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_RELIABILITY_UNKNOWN,
};

enum class DurabilityPolicy {
  Volatile = RMW_QOS_POLICY_DURABILITY_VOLATILE,
  TransientLocal = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  SystemDefault = RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_DURABILITY_UNKNOWN,
};

enum class LivelinessPolicy {
  Automatic = RMW_QOS_POLICY_LIVELINESS_AUTOMATIC,
  ManualByTopic = RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC,
  SystemDefault = RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_LIVELINESS_UNKNOWN,
};

enum class QoSCompatibility {
  Ok = RMW_QOS_COMPATIBILITY_OK,
  Warning = RMW_QOS_COMPATIBILITY_WARNING,
  Error = RMW_QOS_COMPATIBILITY_ERROR,
};

namespace detail {

/// A time that does not fit into 64 bits of nanoseconds becomes the longest one, which is infinite.
constexpr std::chrono::nanoseconds to_nanoseconds(const rmw_time_t& time) {
  constexpr std::uint64_t longest_ns = std::numeric_limits<std::int64_t>::max();
  constexpr std::uint64_t second_ns = 1'000'000'000;
  if (time.sec > longest_ns / second_ns || time.nsec > longest_ns - time.sec * second_ns) {
    return std::chrono::nanoseconds::max();
  }
  return std::chrono::nanoseconds(static_cast<std::int64_t>(time.sec * second_ns + time.nsec));
}

/// Throws std::runtime_error for a negative time.
constexpr rmw_time_t to_rmw_time(std::chrono::nanoseconds time) {
  if (time.count() < 0) throw std::runtime_error("QoS: a negative time; give zero or more");
  const auto time_ns = static_cast<std::uint64_t>(time.count());
  return {time_ns / 1'000'000'000, time_ns % 1'000'000'000};
}

constexpr bool equal(const rmw_time_t& a, const rmw_time_t& b) {
  return a.sec == b.sec && a.nsec == b.nsec;
}

}  // namespace detail

/// History and depth, with which every QoS begins. Write KeepLast(n) or KeepAll().
struct QoSInitialization {
  /// `print_depth_warning`: whether an endpoint that is made with keep-last and depth 0 says so in
  /// the log.
  QoSInitialization(rmw_qos_history_policy_t history, std::size_t depth_of_history,
                    bool print_depth_warning = true)
      : history_policy(history),
        depth(depth_of_history),
        warns_of_zero_depth(print_depth_warning) {}

  /// History and depth of a profile. A history that is not keep-all becomes keep-last.
  static QoSInitialization from_rmw(const rmw_qos_profile_t& profile) {
    if (profile.history == RMW_QOS_POLICY_HISTORY_KEEP_ALL) {
      return {RMW_QOS_POLICY_HISTORY_KEEP_ALL, 0};
    }
    return {RMW_QOS_POLICY_HISTORY_KEEP_LAST, profile.depth, false};
  }

  rmw_qos_history_policy_t history_policy;
  std::size_t depth;
  bool warns_of_zero_depth;
};

/// Keep every message until it is taken. With a reliable publisher and a reliable subscription that
/// both keep all, the publisher waits for the slowest such subscription, at most for
/// `max_blocking_time`.
struct KeepAll : QoSInitialization {
  KeepAll() : QoSInitialization(RMW_QOS_POLICY_HISTORY_KEEP_ALL, 0) {}
};

/// Keep the newest `newest` messages that a subscription has not yet taken. 0 means that the system
/// chooses, which is 1; the endpoint says so in the log.
struct KeepLast : QoSInitialization {
  explicit KeepLast(std::size_t newest, bool print_depth_warning = true)
      : QoSInitialization(RMW_QOS_POLICY_HISTORY_KEEP_LAST, newest, print_depth_warning) {}
};

/// Quality of service, as in rclcpp: default is reliable, volatile, keep last.
///
/// A depth of more than 2048 is served as 2048. A value type; not thread-safe. Times: a
/// std::chrono::duration of any unit, a baton::Duration or an rmw_time_t. A negative one throws
/// std::runtime_error; {0, 0} is "not specified", which is no limit.
class QoS {
 public:
  explicit QoS(const QoSInitialization& initialization,
               const rmw_qos_profile_t& initial_profile = rmw_qos_profile_default)
      : profile_(initial_profile), warns_of_zero_depth_(initialization.warns_of_zero_depth) {
    profile_.history = initialization.history_policy;
    profile_.depth = initialization.depth;
  }
  /// Keep last `depth`. Implicit, so that `create_publisher<M>("topic", 10)` reads as in rclcpp.
  QoS(std::size_t depth) : QoS(KeepLast(depth)) {}  // NOLINT(google-explicit-constructor)

  /// All policies except max_blocking_time. The reference is valid as long as this object.
  rmw_qos_profile_t& get_rmw_qos_profile() { return profile_; }
  const rmw_qos_profile_t& get_rmw_qos_profile() const { return profile_; }

  QoS& history(HistoryPolicy policy) {
    return history(static_cast<rmw_qos_history_policy_t>(policy));
  }
  QoS& history(rmw_qos_history_policy_t policy) {
    profile_.history = policy;
    return *this;
  }
  /// Depth 0: see KeepLast.
  QoS& keep_last(std::size_t depth) {
    profile_.history = RMW_QOS_POLICY_HISTORY_KEEP_LAST;
    profile_.depth = depth;
    warns_of_zero_depth_ = true;
    return *this;
  }
  QoS& keep_all() {
    profile_.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
    profile_.depth = 0;
    return *this;
  }

  QoS& reliability(ReliabilityPolicy policy) {
    return reliability(static_cast<rmw_qos_reliability_policy_t>(policy));
  }
  QoS& reliability(rmw_qos_reliability_policy_t policy) {
    profile_.reliability = policy;
    return *this;
  }
  QoS& reliable() { return reliability(ReliabilityPolicy::Reliable); }
  QoS& best_effort() { return reliability(ReliabilityPolicy::BestEffort); }
  QoS& reliability_best_available() { return reliability(ReliabilityPolicy::BestAvailable); }

  QoS& durability(DurabilityPolicy policy) {
    return durability(static_cast<rmw_qos_durability_policy_t>(policy));
  }
  QoS& durability(rmw_qos_durability_policy_t policy) {
    profile_.durability = policy;
    return *this;
  }
  QoS& durability_volatile() { return durability(DurabilityPolicy::Volatile); }
  QoS& transient_local() { return durability(DurabilityPolicy::TransientLocal); }
  QoS& durability_best_available() { return durability(DurabilityPolicy::BestAvailable); }

  /// The longest time between two messages.
  QoS& deadline(rmw_time_t time) {
    profile_.deadline = time;
    return *this;
  }
  BATON_PUBLIC QoS& deadline(const Duration& time);
  template <class Rep, class Period>
  QoS& deadline(const std::chrono::duration<Rep, Period>& time) {
    return deadline(rmw_time(time));
  }

  /// A message that is older is not handed out any more.
  QoS& lifespan(rmw_time_t time) {
    profile_.lifespan = time;
    return *this;
  }
  BATON_PUBLIC QoS& lifespan(const Duration& time);
  template <class Rep, class Period>
  QoS& lifespan(const std::chrono::duration<Rep, Period>& time) {
    return lifespan(rmw_time(time));
  }

  QoS& liveliness(LivelinessPolicy policy) {
    return liveliness(static_cast<rmw_qos_liveliness_policy_t>(policy));
  }
  QoS& liveliness(rmw_qos_liveliness_policy_t policy) {
    profile_.liveliness = policy;
    return *this;
  }
  /// How long a publisher may be silent before it counts as not alive.
  QoS& liveliness_lease_duration(rmw_time_t time) {
    profile_.liveliness_lease_duration = time;
    return *this;
  }
  BATON_PUBLIC QoS& liveliness_lease_duration(const Duration& time);
  template <class Rep, class Period>
  QoS& liveliness_lease_duration(const std::chrono::duration<Rep, Period>& time) {
    return liveliness_lease_duration(rmw_time(time));
  }

  QoS& avoid_ros_namespace_conventions(bool avoid) {
    profile_.avoid_ros_namespace_conventions = avoid;
    return *this;
  }

  /// How long publish() and loan() may wait for a subscription that keeps all (default 100 ms).
  /// Baton's own. Throws std::invalid_argument for a negative time.
  QoS& max_blocking_time(std::chrono::nanoseconds time) {
    if (time.count() < 0) throw std::invalid_argument("QoS: max_blocking_time is negative");
    max_blocking_time_ = time;
    return *this;
  }

  HistoryPolicy history() const { return static_cast<HistoryPolicy>(profile_.history); }
  std::size_t depth() const { return profile_.depth; }
  ReliabilityPolicy reliability() const {
    return static_cast<ReliabilityPolicy>(profile_.reliability);
  }
  DurabilityPolicy durability() const { return static_cast<DurabilityPolicy>(profile_.durability); }
  LivelinessPolicy liveliness() const { return static_cast<LivelinessPolicy>(profile_.liveliness); }
  bool avoid_ros_namespace_conventions() const { return profile_.avoid_ros_namespace_conventions; }
  std::chrono::nanoseconds max_blocking_time() const { return max_blocking_time_; }

  // Duration is declared in <baton/duration.hpp>. An infinite time is the longest Duration.
  BATON_PUBLIC Duration deadline() const;
  BATON_PUBLIC Duration lifespan() const;
  BATON_PUBLIC Duration liveliness_lease_duration() const;

  /// Whether an endpoint has to warn of this keep-last depth of 0, which is most likely a mistake.
  bool warns_of_zero_depth() const {
    return warns_of_zero_depth_ && profile_.depth == 0 && history() == HistoryPolicy::KeepLast;
  }

  friend bool operator==(const QoS& a, const QoS& b) {
    const rmw_qos_profile_t& p = a.profile_;
    const rmw_qos_profile_t& q = b.profile_;
    return p.history == q.history && p.depth == q.depth && p.reliability == q.reliability &&
           p.durability == q.durability && detail::equal(p.deadline, q.deadline) &&
           detail::equal(p.lifespan, q.lifespan) && p.liveliness == q.liveliness &&
           detail::equal(p.liveliness_lease_duration, q.liveliness_lease_duration) &&
           p.avoid_ros_namespace_conventions == q.avoid_ros_namespace_conventions &&
           a.max_blocking_time_ == b.max_blocking_time_;
  }
  friend bool operator!=(const QoS& a, const QoS& b) { return !(a == b); }

 private:
  template <class Rep, class Period>
  static rmw_time_t rmw_time(const std::chrono::duration<Rep, Period>& time) {
    return detail::to_rmw_time(std::chrono::duration_cast<std::chrono::nanoseconds>(time));
  }

  rmw_qos_profile_t profile_;
  std::chrono::nanoseconds max_blocking_time_ = std::chrono::milliseconds(100);
  bool warns_of_zero_depth_;
};

struct QoSCheckCompatibleResult {
  QoSCompatibility compatibility;
  /// Sentences, each ended by a semicolon. Empty when compatible.
  std::string reason;
};

/// Whether a publisher and a subscription of these QoS exchange messages. A policy that is only
/// decided when the endpoint is made (system default), or unknown, makes a Warning where it may
/// matter.
/// Any thread; does not block.
BATON_PUBLIC QoSCheckCompatibleResult qos_check_compatible(const QoS& publisher_qos,
                                                           const QoS& subscription_qos);

/// "RELIABILITY_QOS_POLICY" and the like; "INVALID_QOS_POLICY" for a policy that no event names.
BATON_PUBLIC std::string qos_policy_name_from_kind(rmw_qos_policy_kind_t policy_kind);

/// For /clock: newest 1, best effort.
class ClockQoS : public QoS {
 public:
  explicit ClockQoS(const QoSInitialization& initialization = KeepLast(1))
      : QoS(initialization, rmw_qos_profile_sensor_data) {}
};

/// For sensors: newest 5, best effort.
class SensorDataQoS : public QoS {
 public:
  explicit SensorDataQoS(const QoSInitialization& initialization =
                             QoSInitialization::from_rmw(rmw_qos_profile_sensor_data))
      : QoS(initialization, rmw_qos_profile_sensor_data) {}
};

/// For the services of parameters: newest 1000, reliable.
class ParametersQoS : public QoS {
 public:
  explicit ParametersQoS(const QoSInitialization& initialization =
                             QoSInitialization::from_rmw(rmw_qos_profile_parameters))
      : QoS(initialization, rmw_qos_profile_parameters) {}
};

/// For services: newest 10, reliable.
class ServicesQoS : public QoS {
 public:
  explicit ServicesQoS(const QoSInitialization& initialization =
                           QoSInitialization::from_rmw(rmw_qos_profile_services_default))
      : QoS(initialization, rmw_qos_profile_services_default) {}
};

/// For /parameter_events: newest 1000, reliable.
class ParameterEventsQoS : public QoS {
 public:
  explicit ParameterEventsQoS(const QoSInitialization& initialization =
                                  QoSInitialization::from_rmw(rmw_qos_profile_parameter_events))
      : QoS(initialization, rmw_qos_profile_parameter_events) {}
};

/// For /rosout: newest 1000, reliable, transient local, for 10 s.
class RosoutQoS : public QoS {
 public:
  explicit RosoutQoS(const QoSInitialization& initialization =
                         QoSInitialization::from_rmw(rmw_qos_profile_rosout_default))
      : QoS(initialization, rmw_qos_profile_rosout_default) {}
};

/// Everything as the system chooses, which is newest 1, reliable, volatile.
class SystemDefaultsQoS : public QoS {
 public:
  explicit SystemDefaultsQoS(const QoSInitialization& initialization =
                                 QoSInitialization::from_rmw(rmw_qos_profile_system_default))
      : QoS(initialization, rmw_qos_profile_system_default) {}
};

/// Newest 10, and the strictest of the other policies that suit the endpoints which are there when
/// this one is made. Later ones change nothing.
class BestAvailableQoS : public QoS {
 public:
  explicit BestAvailableQoS(const QoSInitialization& initialization =
                                QoSInitialization::from_rmw(rmw_qos_profile_best_available))
      : QoS(initialization, rmw_qos_profile_best_available) {}
};

}  // namespace rclcpp
