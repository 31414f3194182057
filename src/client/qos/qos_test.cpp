// SPDX-License-Identifier: Apache-2.0
#include <baton/qos.hpp>

#include <chrono>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>
#include <baton/duration.hpp>

namespace baton {
namespace {

using std::chrono::milliseconds;

struct Preset {
  const char* name;
  QoS qos;
  std::size_t depth;
  ReliabilityPolicy reliability;
  DurabilityPolicy durability;
  LivelinessPolicy liveliness;
  std::uint64_t lifespan_s;
};

TEST(QosTest, PresetsHaveTheFiguresOfRos) {
  using R = ReliabilityPolicy;
  using D = DurabilityPolicy;
  using L = LivelinessPolicy;
  const std::vector<Preset> presets = {
      {"10", QoS(10), 10, R::Reliable, D::Volatile, L::SystemDefault, 0},
      {"clock", ClockQoS(), 1, R::BestEffort, D::Volatile, L::SystemDefault, 0},
      {"sensor data", SensorDataQoS(), 5, R::BestEffort, D::Volatile, L::SystemDefault, 0},
      {"parameters", ParametersQoS(), 1000, R::Reliable, D::Volatile, L::SystemDefault, 0},
      {"services", ServicesQoS(), 10, R::Reliable, D::Volatile, L::SystemDefault, 0},
      {"events", ParameterEventsQoS(), 1000, R::Reliable, D::Volatile, L::SystemDefault, 0},
      {"rosout", RosoutQoS(), 1000, R::Reliable, D::TransientLocal, L::SystemDefault, 10},
      {"system", SystemDefaultsQoS(), 0, R::SystemDefault, D::SystemDefault, L::SystemDefault, 0},
      {"best", BestAvailableQoS(), 10, R::BestAvailable, D::BestAvailable, L::BestAvailable, 0},
  };
  for (const Preset& preset : presets) {
    SCOPED_TRACE(preset.name);
    const rmw_qos_profile_t& profile = preset.qos.get_rmw_qos_profile();
    EXPECT_EQ(preset.qos.history(), HistoryPolicy::KeepLast);
    EXPECT_EQ(preset.qos.depth(), preset.depth);
    EXPECT_EQ(preset.qos.reliability(), preset.reliability);
    EXPECT_EQ(preset.qos.durability(), preset.durability);
    EXPECT_EQ(preset.qos.liveliness(), preset.liveliness);
    EXPECT_EQ(profile.lifespan.sec, preset.lifespan_s);
    EXPECT_EQ(profile.lifespan.nsec, 0u);
    const bool best = preset.liveliness == L::BestAvailable;
    const rmw_time_t time = best ? rmw_time_t{9223372036u, 854775806u} : rmw_time_t{0, 0};
    EXPECT_TRUE(detail::equal(profile.deadline, time));
    EXPECT_TRUE(detail::equal(profile.liveliness_lease_duration, time));
    EXPECT_FALSE(preset.qos.avoid_ros_namespace_conventions());
    EXPECT_EQ(preset.qos.max_blocking_time(), milliseconds(100));
  }
}

TEST(QosTest, ConvertsFromADepthAndFromNothingElse) {
  EXPECT_TRUE((std::is_convertible_v<int, QoS>));
  EXPECT_TRUE((std::is_convertible_v<std::size_t, QoS>));
  EXPECT_FALSE((std::is_convertible_v<KeepLast, QoS>));
  EXPECT_FALSE((std::is_convertible_v<QoSInitialization, QoS>));
  EXPECT_FALSE((std::is_default_constructible_v<QoS>));
}

TEST(QosTest, BeginsWithHistoryAndTakesTheRestFromAProfile) {
  const QoS qos(KeepLast(7), rmw_qos_profile_sensor_data);
  EXPECT_EQ(qos, QoS(7).best_effort());
  EXPECT_EQ(QoS(KeepAll()).history(), HistoryPolicy::KeepAll);
  EXPECT_EQ(QoS(KeepAll()).depth(), 0u);
  EXPECT_EQ(SensorDataQoS(KeepLast(2)), QoS(2).best_effort());
}

TEST(QosTest, InitializationFromAProfileIsKeepAllOrKeepLast) {
  rmw_qos_profile_t profile = rmw_qos_profile_default;
  profile.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
  EXPECT_EQ(QoSInitialization::from_rmw(profile).history_policy, RMW_QOS_POLICY_HISTORY_KEEP_ALL);
  for (const auto history : {RMW_QOS_POLICY_HISTORY_KEEP_LAST, RMW_QOS_POLICY_HISTORY_UNKNOWN,
                             RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT}) {
    profile.history = history;
    const QoSInitialization initialization = QoSInitialization::from_rmw(profile);
    EXPECT_EQ(initialization.history_policy, RMW_QOS_POLICY_HISTORY_KEEP_LAST);
    EXPECT_EQ(initialization.depth, 10u);
  }
}

TEST(QosTest, SettersSetTheirPolicyInTheProfile) {
  QoS qos(1);
  rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  EXPECT_EQ(&qos.keep_all(), &qos);
  EXPECT_EQ(profile.history, RMW_QOS_POLICY_HISTORY_KEEP_ALL);
  qos.keep_last(3);
  EXPECT_EQ(profile.history, RMW_QOS_POLICY_HISTORY_KEEP_LAST);
  EXPECT_EQ(profile.depth, 3u);
  qos.history(RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT);
  EXPECT_EQ(qos.history(), HistoryPolicy::SystemDefault);
  qos.history(HistoryPolicy::KeepAll);
  EXPECT_EQ(profile.history, RMW_QOS_POLICY_HISTORY_KEEP_ALL);
  qos.best_effort();
  EXPECT_EQ(profile.reliability, RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT);
  qos.reliable();
  EXPECT_EQ(profile.reliability, RMW_QOS_POLICY_RELIABILITY_RELIABLE);
  qos.reliability_best_available();
  EXPECT_EQ(profile.reliability, RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE);
  qos.reliability(RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT);
  EXPECT_EQ(qos.reliability(), ReliabilityPolicy::SystemDefault);
  qos.transient_local();
  EXPECT_EQ(profile.durability, RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
  qos.durability_volatile();
  EXPECT_EQ(profile.durability, RMW_QOS_POLICY_DURABILITY_VOLATILE);
  qos.durability_best_available();
  EXPECT_EQ(profile.durability, RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE);
  qos.durability(RMW_QOS_POLICY_DURABILITY_UNKNOWN);
  EXPECT_EQ(qos.durability(), DurabilityPolicy::Unknown);
  qos.liveliness(LivelinessPolicy::ManualByTopic);
  EXPECT_EQ(profile.liveliness, RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC);
  qos.liveliness(RMW_QOS_POLICY_LIVELINESS_AUTOMATIC);
  EXPECT_EQ(qos.liveliness(), LivelinessPolicy::Automatic);
  qos.avoid_ros_namespace_conventions(true);
  EXPECT_TRUE(profile.avoid_ros_namespace_conventions);
}

TEST(QosTest, TimesAreTakenInEachOfTheirThreeForms) {
  const Duration duration = Duration::from_nanoseconds(1'500'000'000);
  for (const QoS& qos :
       {QoS(1)
            .deadline(milliseconds(1500))
            .lifespan(milliseconds(1500))
            .liveliness_lease_duration(milliseconds(1500)),
        QoS(1).deadline(duration).lifespan(duration).liveliness_lease_duration(duration),
        QoS(1)
            .deadline(rmw_time_t{1, 500'000'000})
            .lifespan(rmw_time_t{1, 500'000'000})
            .liveliness_lease_duration(rmw_time_t{1, 500'000'000})}) {
    EXPECT_EQ(qos.deadline(), duration);
    EXPECT_EQ(qos.lifespan(), duration);
    EXPECT_EQ(qos.liveliness_lease_duration(), duration);
    EXPECT_EQ(qos.get_rmw_qos_profile().deadline.sec, 1u);
    EXPECT_EQ(qos.get_rmw_qos_profile().lifespan.nsec, 500'000'000u);
  }
}

TEST(QosTest, EachTimeGoesToItsOwnPolicy) {
  const QoS qos = QoS(1)
                      .deadline(milliseconds(1))
                      .lifespan(milliseconds(2))
                      .liveliness_lease_duration(milliseconds(3));
  EXPECT_EQ(qos.deadline().nanoseconds(), 1'000'000);
  EXPECT_EQ(qos.lifespan().nanoseconds(), 2'000'000);
  EXPECT_EQ(qos.liveliness_lease_duration().nanoseconds(), 3'000'000);
}

TEST(QosTest, NegativeTimesAreRefused) {
  EXPECT_THROW(QoS(1).deadline(milliseconds(-1)), std::runtime_error);
  EXPECT_THROW(QoS(1).lifespan(Duration::from_nanoseconds(-1)), std::runtime_error);
  EXPECT_THROW(QoS(1).max_blocking_time(std::chrono::nanoseconds(-1)), std::invalid_argument);
}

TEST(QosTest, InfiniteTimesAndThoseThatDoNotFitAreTheLongest) {
  constexpr auto longest = std::numeric_limits<std::int64_t>::max();
  const rmw_time_t infinite = RMW_DURATION_INFINITE;
  EXPECT_EQ(QoS(1).deadline(infinite).deadline().nanoseconds(), longest);
  EXPECT_EQ(QoS(1).deadline(rmw_time_t{9223372036u, 854775808u}).deadline().nanoseconds(), longest);
  EXPECT_EQ(QoS(1).deadline(rmw_time_t{~0ull, ~0ull}).deadline().nanoseconds(), longest);
  EXPECT_EQ(QoS(1).deadline(rmw_time_t{9223372036u, 854775806u}).deadline().nanoseconds(),
            longest - 1);
  EXPECT_TRUE(detail::equal(detail::to_rmw_time(std::chrono::nanoseconds::max()), infinite));
}

TEST(QosTest, EachPolicyTakesPartInEquality) {
  const QoS qos(10);
  EXPECT_EQ(qos, QoS(10));
  const std::vector<QoS> others = {
      QoS(11),
      QoS(10).history(HistoryPolicy::SystemDefault),
      QoS(10).best_effort(),
      QoS(10).transient_local(),
      QoS(10).deadline(std::chrono::nanoseconds(1)),
      QoS(10).deadline(std::chrono::seconds(1)),
      QoS(10).lifespan(milliseconds(1)),
      QoS(10).liveliness(LivelinessPolicy::Automatic),
      QoS(10).liveliness_lease_duration(milliseconds(1)),
      QoS(10).avoid_ros_namespace_conventions(true),
      QoS(10).max_blocking_time(milliseconds(1)),
  };
  for (const QoS& other : others) EXPECT_NE(qos, other);
}

TEST(QosTest, DepthZeroIsAllowedAndWorthAWarningUnlessItWasAskedFor) {
  EXPECT_TRUE(QoS(0).warns_of_zero_depth());
  EXPECT_TRUE(QoS(1).keep_last(0).warns_of_zero_depth());
  EXPECT_TRUE(SystemDefaultsQoS().keep_last(0).warns_of_zero_depth());
  EXPECT_FALSE(QoS(1).warns_of_zero_depth());
  EXPECT_FALSE(QoS(0).keep_last(1).warns_of_zero_depth());
  EXPECT_FALSE(QoS(KeepAll()).warns_of_zero_depth());
  EXPECT_FALSE(QoS(KeepLast(0, false)).warns_of_zero_depth());
  EXPECT_FALSE(SystemDefaultsQoS().warns_of_zero_depth());
}

}  // namespace
}  // namespace baton
