// SPDX-License-Identifier: Apache-2.0
#include "client/qos/resolve.hpp"

#include <chrono>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace baton::client {
namespace {

using std::chrono::milliseconds;

constexpr rmw_time_t infinite = RMW_DURATION_INFINITE;

/// Every resolved QoS has these values.
QoS concrete(std::size_t depth = 10) {
  return QoS(depth)
      .liveliness(LivelinessPolicy::Automatic)
      .deadline(infinite)
      .lifespan(infinite)
      .liveliness_lease_duration(infinite);
}

TEST(ResolveQos, WhatIsNotOpenStays) {
  const QoS asked = QoS(KeepAll())
                        .best_effort()
                        .transient_local()
                        .liveliness(LivelinessPolicy::ManualByTopic)
                        .deadline(milliseconds(1))
                        .lifespan(milliseconds(2))
                        .liveliness_lease_duration(milliseconds(3))
                        .avoid_ros_namespace_conventions(true)
                        .max_blocking_time(milliseconds(4));
  EXPECT_EQ(resolve_for_publisher(asked, {}), asked);
  EXPECT_EQ(resolve_for_subscription(asked, {}), asked);
  EXPECT_EQ(resolve_for_service(asked), asked);
}

TEST(ResolveQos, SystemDefaultsAreReliableVolatileAndTheNewest) {
  EXPECT_EQ(resolve_for_publisher(SystemDefaultsQoS(), {}), concrete(1));
  EXPECT_EQ(resolve_for_subscription(SystemDefaultsQoS(), {}), concrete(1));
  EXPECT_EQ(resolve_for_service(SystemDefaultsQoS()), concrete(1));
  EXPECT_EQ(resolve_for_publisher(QoS(10), {}), concrete(10));
}

TEST(ResolveQos, AHistoryLeftToTheSystemKeepsItsDepth) {
  EXPECT_EQ(resolve_for_publisher(QoS(7).history(HistoryPolicy::SystemDefault), {}), concrete(7));
}

TEST(ResolveQos, DepthZeroIsOne) {
  EXPECT_EQ(resolve_for_publisher(QoS(0), {}).depth(), 1u);
  EXPECT_EQ(resolve_for_publisher(QoS(KeepAll()), {}).depth(), 0u);
}

TEST(ResolveQos, UnknownPoliciesAreRefused) {
  for (const QoS& asked :
       {QoS(1).history(HistoryPolicy::Unknown), QoS(1).reliability(ReliabilityPolicy::Unknown),
        QoS(1).durability(DurabilityPolicy::Unknown),
        QoS(1).liveliness(LivelinessPolicy::Unknown)}) {
    EXPECT_THROW(resolve_for_publisher(asked, {}), std::invalid_argument);
    EXPECT_THROW(resolve_for_subscription(asked, {}), std::invalid_argument);
    EXPECT_THROW(resolve_for_service(asked), std::invalid_argument);
  }
}

TEST(ResolveQos, OnlyBestAvailableReadsTheGraph) {
  EXPECT_FALSE(wants_best_available(QoS(1)));
  EXPECT_FALSE(wants_best_available(SystemDefaultsQoS()));
  EXPECT_TRUE(wants_best_available(BestAvailableQoS()));
  EXPECT_TRUE(wants_best_available(QoS(1).reliability_best_available()));
  EXPECT_TRUE(wants_best_available(QoS(1).durability_best_available()));
  EXPECT_TRUE(wants_best_available(QoS(1).liveliness(LivelinessPolicy::BestAvailable)));
  const rmw_time_t best = RMW_QOS_DEADLINE_BEST_AVAILABLE;
  EXPECT_TRUE(wants_best_available(QoS(1).deadline(best)));
  EXPECT_TRUE(wants_best_available(QoS(1).liveliness_lease_duration(best)));
}

TEST(ResolveQos, ABestPublisherOffersTheMost) {
  const QoS most = concrete().transient_local();
  EXPECT_EQ(resolve_for_publisher(BestAvailableQoS(), {}), most);
  const std::vector<QoS> peers = {concrete().best_effort()};
  EXPECT_EQ(resolve_for_publisher(BestAvailableQoS(), peers), most);
}

TEST(ResolveQos, ABestPublisherPromisesTheShortestTimesThatASubscriptionAsksFor) {
  const std::vector<QoS> peers = {
      concrete(), concrete().deadline(milliseconds(30)).liveliness_lease_duration(milliseconds(9)),
      concrete().deadline(milliseconds(20)).liveliness(LivelinessPolicy::ManualByTopic)};
  const QoS best = resolve_for_publisher(BestAvailableQoS(), peers);
  EXPECT_EQ(best, concrete()
                      .transient_local()
                      .liveliness(LivelinessPolicy::ManualByTopic)
                      .deadline(milliseconds(20))
                      .liveliness_lease_duration(milliseconds(9)));
  for (const QoS& peer : peers) {
    EXPECT_EQ(qos_check_compatible(best, peer).compatibility, QoSCompatibility::Ok);
  }
}

TEST(ResolveQos, ABestSubscriptionAsksForWhatAllPublishersOffer) {
  const QoS strict = concrete()
                         .transient_local()
                         .liveliness(LivelinessPolicy::ManualByTopic)
                         .deadline(milliseconds(20))
                         .liveliness_lease_duration(milliseconds(9));
  const std::vector<QoS> one = {strict};
  EXPECT_EQ(resolve_for_subscription(BestAvailableQoS(), one), strict);

  QoS longer = strict;
  longer.deadline(milliseconds(50)).liveliness_lease_duration(milliseconds(5));
  const std::vector<QoS> two = {strict, longer};
  QoS expected = strict;
  expected.deadline(milliseconds(50));
  EXPECT_EQ(resolve_for_subscription(BestAvailableQoS(), two), expected);

  const std::vector<QoS> mixed = {strict, concrete().best_effort()};
  const QoS best = resolve_for_subscription(BestAvailableQoS(), mixed);
  EXPECT_EQ(best, concrete().best_effort());
  for (const QoS& peer : mixed) {
    EXPECT_EQ(qos_check_compatible(peer, best).compatibility, QoSCompatibility::Ok);
  }
}

TEST(ResolveQos, ABestSubscriptionWithoutPublishersAsksForTheMostAsInRos) {
  EXPECT_EQ(resolve_for_subscription(BestAvailableQoS(), {}),
            concrete().transient_local().liveliness(LivelinessPolicy::ManualByTopic));
}

TEST(ResolveQos, OnlyOpenPoliciesFollowThePeers) {
  const std::vector<QoS> peers = {concrete().best_effort()};
  EXPECT_EQ(resolve_for_subscription(QoS(10), peers), concrete());
  EXPECT_EQ(resolve_for_subscription(QoS(10).reliability_best_available(), peers),
            concrete().best_effort());
}

TEST(ResolveQos, ABestServiceIsReliableAndVolatile) {
  EXPECT_EQ(resolve_for_service(BestAvailableQoS()), concrete());
}

}  // namespace
}  // namespace baton::client
