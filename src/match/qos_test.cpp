// SPDX-License-Identifier: Apache-2.0
#include "match/qos.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace baton::match {
namespace {

using std::chrono::milliseconds;

TEST(MatchQos, WhatIsLeftOpenIsWhatTheSystemChooses) {
  const Policies chosen =
      to_policies(QoS(SystemDefaultsQoS()).liveliness(LivelinessPolicy::SystemDefault));
  EXPECT_EQ(chosen, (Policies{.reliable = true, .depth = 1}));
  EXPECT_EQ(to_policies(QoS(10)), (Policies{.reliable = true, .depth = 10}));
}

TEST(MatchQos, ATimeThatIsNotSpecifiedOrInfiniteIsNoLimit) {
  for (const rmw_time_t time :
       {rmw_time_t RMW_DURATION_UNSPECIFIED, rmw_time_t RMW_DURATION_INFINITE,
        rmw_time_t{UINT64_MAX, UINT64_MAX}}) {
    const Policies policies =
        to_policies(QoS(1).deadline(time).lifespan(time).liveliness_lease_duration(time));
    EXPECT_EQ(policies.deadline_ns, unlimited_ns);
    EXPECT_EQ(policies.lifespan_ns, unlimited_ns);
    EXPECT_EQ(policies.lease_ns, unlimited_ns);
  }
}

TEST(MatchQos, ADepthIsServedBetweenOneAndTheMost) {
  EXPECT_EQ(to_policies(QoS(0)).depth, 1U);
  EXPECT_EQ(to_policies(QoS(max_depth)).depth, max_depth);
  EXPECT_EQ(to_policies(QoS(1'000'000)).depth, max_depth);
  EXPECT_EQ(to_policies(QoS(KeepAll())).depth, max_depth);
}

TEST(MatchQos, EveryPolicyComesBackAsItWas) {
  const Policies strict{.reliable = true,
                        .transient_local = true,
                        .depth = 3,
                        .deadline_ns = 5'000'000,
                        .lifespan_ns = 6'000'000,
                        .manual_by_topic = true,
                        .lease_ns = 7'000'000};
  const QoS qos = to_qos(strict);
  EXPECT_EQ(qos, QoS(3)
                     .reliable()
                     .transient_local()
                     .deadline(milliseconds(5))
                     .lifespan(milliseconds(6))
                     .liveliness(LivelinessPolicy::ManualByTopic)
                     .liveliness_lease_duration(milliseconds(7)));
  EXPECT_EQ(to_policies(qos), strict);
  EXPECT_EQ(to_policies(to_qos(Policies{})), Policies{});
  const Policies all{.reliable = true, .keep_all = true, .depth = max_depth};
  EXPECT_EQ(to_policies(to_qos(all)), all);
}

TEST(MatchQos, AHistoryThatIsNotToldIsUnknown) {
  const QoS qos = to_qos({.reliable = true, .keep_all = true, .has_history = false});
  EXPECT_EQ(qos.history(), HistoryPolicy::Unknown);
  EXPECT_EQ(qos.reliability(), ReliabilityPolicy::Reliable);
}

}  // namespace
}  // namespace baton::match
