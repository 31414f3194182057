// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <baton/qos.hpp>

namespace baton {
namespace {

using std::chrono::milliseconds;

/// Rows are publishers, columns subscriptions, both in the order of `policies`: . W E.
template <class Policy, class Set>
void expect_table(const std::vector<Policy>& policies, Set set,
                  const std::vector<std::string>& table, const char* name) {
  ASSERT_EQ(table.size(), policies.size());
  // The other policies have fixed values: open or unknown ones would cause warnings of their own.
  const QoS base = QoS(1).liveliness(LivelinessPolicy::Automatic);
  for (std::size_t row = 0; row < policies.size(); ++row) {
    for (std::size_t column = 0; column < policies.size(); ++column) {
      QoS publisher = base;
      QoS subscription = base;
      (publisher.*set)(policies[row]);
      (subscription.*set)(policies[column]);
      const auto result = qos_check_compatible(publisher, subscription);
      const char found = ".WE"[static_cast<int>(result.compatibility)];
      EXPECT_EQ(found, table[row][column])
          << name << ": row " << row << " column " << column << ": " << result.reason;
      const bool named = result.reason.find(name) != std::string::npos;
      EXPECT_EQ(named, found != '.') << result.reason;
    }
  }
}

TEST(QosCompatibility, ReliabilityOfEveryPair) {
  using P = ReliabilityPolicy;
  QoS& (QoS::*const set)(P) = &QoS::reliability;
  expect_table<P>({P::BestEffort, P::Reliable, P::SystemDefault, P::Unknown, P::BestAvailable}, set,
                  {".EWW.",  //
                   ".....",  //
                   ".WWW.",  //
                   ".WWW.",  //
                   "....."},
                  "reliability");
}

TEST(QosCompatibility, DurabilityOfEveryPair) {
  using P = DurabilityPolicy;
  QoS& (QoS::*const set)(P) = &QoS::durability;
  expect_table<P>({P::Volatile, P::TransientLocal, P::SystemDefault, P::Unknown, P::BestAvailable},
                  set,
                  {".EWW.",  //
                   ".....",  //
                   ".WWW.",  //
                   ".WWW.",  //
                   "....."},
                  "durability");
}

TEST(QosCompatibility, LivelinessOfEveryPair) {
  using P = LivelinessPolicy;
  QoS& (QoS::*const set)(P) = &QoS::liveliness;
  expect_table<P>({P::Automatic, P::ManualByTopic, P::SystemDefault, P::Unknown, P::BestAvailable},
                  set,
                  {".EWW.",  //
                   ".....",  //
                   ".WWW.",  //
                   ".WWW.",  //
                   "....."},
                  "liveliness");
}

TEST(QosCompatibility, HistoryAndDepthAndLifespanNeverMatter) {
  const QoS base = QoS(1).liveliness(LivelinessPolicy::Automatic);
  QoS keep_all = base;
  keep_all.keep_all().lifespan(milliseconds(1));
  EXPECT_EQ(qos_check_compatible(base, keep_all).compatibility, QoSCompatibility::Ok);
  EXPECT_EQ(qos_check_compatible(keep_all, base).compatibility, QoSCompatibility::Ok);
}

/// Rows offer, columns ask for: none, infinite, 1 ms, 1 s, best available.
const std::vector<std::string> times_table = {"..EE.",  //
                                              "..EE.",  //
                                              ".....",  //
                                              "..E..",  //
                                              "....."};

template <class Set>
void expect_times(Set set, const char* name) {
  const std::vector<rmw_time_t> times = {RMW_DURATION_UNSPECIFIED,
                                         RMW_DURATION_INFINITE,
                                         {0, 1'000'000},
                                         {1, 0},
                                         RMW_QOS_DEADLINE_BEST_AVAILABLE};
  for (std::size_t row = 0; row < times.size(); ++row) {
    for (std::size_t column = 0; column < times.size(); ++column) {
      QoS publisher = QoS(1).liveliness(LivelinessPolicy::Automatic);
      QoS subscription = publisher;
      (publisher.*set)(times[row]);
      (subscription.*set)(times[column]);
      const auto result = qos_check_compatible(publisher, subscription);
      EXPECT_EQ(".WE"[static_cast<int>(result.compatibility)], times_table[row][column])
          << name << ": row " << row << " column " << column;
      EXPECT_EQ(result.reason.find(name) != std::string::npos, times_table[row][column] == 'E');
    }
  }
}

TEST(QosCompatibility, ADeadlineThatIsAskedForMustBeOfferedAtLeastAsShort) {
  QoS& (QoS::*const set)(rmw_time_t) = &QoS::deadline;
  expect_times(set, "deadline");
}

TEST(QosCompatibility, ALeaseThatIsAskedForMustBeOfferedAtLeastAsShort) {
  QoS& (QoS::*const set)(rmw_time_t) = &QoS::liveliness_lease_duration;
  expect_times(set, "liveliness lease");
}

TEST(QosCompatibility, DefaultProfilesAreOnlyUndecidedInLiveliness) {
  const auto result = qos_check_compatible(QoS(1), QoS(1));
  EXPECT_EQ(result.compatibility, QoSCompatibility::Warning);
  EXPECT_NE(result.reason.find("liveliness"), std::string::npos) << result.reason;
}

TEST(QosCompatibility, EveryErrorIsNamedAndHidesWarnings) {
  const auto result =
      qos_check_compatible(SensorDataQoS(), QoS(1).transient_local().deadline(milliseconds(20)));
  EXPECT_EQ(result.compatibility, QoSCompatibility::Error);
  EXPECT_EQ(result.reason,
            "ERROR: reliability: the publisher offers best_effort, the subscription asks for "
            "reliable;ERROR: durability: the publisher offers volatile, the subscription asks for "
            "transient_local;ERROR: deadline: the publisher offers no limit, the subscription asks "
            "for 20 ms;");
}

}  // namespace
}  // namespace baton
