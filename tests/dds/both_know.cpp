// SPDX-License-Identifier: Apache-2.0
// A match counts when both sides know of it, and both do soon, whichever comes first.
//
// The other side is plain Fast DDS. Participants here announce themselves once and never again, so
// what waits for the next announcement, every 3 s else, waits for ever.
#include <gtest/gtest.h>

#include <baton/baton.hpp>
#include <std_msgs/msg/string.hpp>

#include "baton_side.hpp"
#include "fastdds_profile.hpp"
#include "network_opened_once.hpp"
#include "peers/plain_peer.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::network {
namespace {

using std_msgs::msg::String;
using testing::PlainPeer;
using testing::PlainQos;
using testing::PlainReader;
using testing::PlainWriter;
using testing::ScopedVariable;
using testing::wait_until;

constexpr int starts = 10;
constexpr int messages = 20;

::testing::Environment* const one_announcement =
    ::testing::AddGlobalTestEnvironment(new FastDdsProfile(R"(<builtin>
    <discovery_config>
      <leaseDuration>DURATION_INFINITY</leaseDuration>
      <leaseAnnouncement><sec>100000</sec></leaseAnnouncement>
      <initialAnnouncements><count>0</count></initialAnnouncements>
    </discovery_config>
  </builtin>)"));

struct PlainSide {
  PlainSide(unsigned domain_id, bool localhost, const PlainQos& qos) : peer(domain_id, localhost) {
    peer.open(reader, "/from_baton", qos);
    peer.open(writer, "/to_baton", qos);
  }
  bool knows_nobody() const { return reader.matched() == 0 && writer.matched() == 0; }

  PlainReader reader;
  PlainWriter writer;
  PlainPeer peer;
};

void expect_that_both_know(const BatonSide& baton, const PlainSide& plain) {
  EXPECT_TRUE(wait_until([&] {
    return baton.publisher->get_subscription_count() == 1 && plain.reader.matched() == 1;
  }));
  EXPECT_TRUE(wait_until([&] {
    return baton.subscription->get_publisher_count() == 1 && plain.writer.matched() == 1;
  }));
}

struct Case {
  std::string name;
  const char* range;
  bool localhost;  // the plain side
  bool reliable;
};

class BothKnow : private NetworkOpenedOnce,
                 public testing::IsolatedTest,
                 public ::testing::WithParamInterface<Case> {
 protected:
  QoS qos() const { return GetParam().reliable ? QoS(10).reliable() : QoS(10).best_effort(); }
  PlainQos plain_qos() const { return {GetParam().reliable, 100}; }
  bool localhost() const { return GetParam().localhost; }

 private:
  const ScopedVariable range_{"ROS_AUTOMATIC_DISCOVERY_RANGE", GetParam().range};
};

TEST_P(BothKnow, WhenAProcessOfBatonStarts) {
  const PlainSide plain(domain_id(), localhost(), plain_qos());
  for (int start = 0; start < starts && !HasFailure(); ++start) {
    {
      const BatonSide baton("/from_baton", "/to_baton", qos());
      expect_that_both_know(baton, plain);
    }
    EXPECT_TRUE(wait_until([&] { return plain.knows_nobody(); }));
  }
}

TEST_P(BothKnow, WhenAnotherOneStarts) {
  const BatonSide baton("/from_baton", "/to_baton", qos());
  for (int start = 0; start < starts && !HasFailure(); ++start) {
    {
      const PlainSide plain(domain_id(), localhost(), plain_qos());
      expect_that_both_know(baton, plain);
    }
    EXPECT_TRUE(wait_until([&] { return baton.publisher->get_subscription_count() == 0; }));
    EXPECT_TRUE(wait_until([&] { return baton.subscription->get_publisher_count() == 0; }));
  }
}

TEST_P(BothKnow, WhatIsPublishedWhenTheMatchCountsArrives) {
  const PlainSide plain(domain_id(), localhost(), plain_qos());
  for (int start = 1; start <= starts && !HasFailure(); ++start) {
    const BatonSide baton("/from_baton", "/to_baton", qos());
    ASSERT_TRUE(wait_until([&] { return baton.publisher->get_subscription_count() == 1; }));
    String message;
    message.data = "x";
    for (int i = 0; i < messages; ++i) baton.publisher->publish(message);
    EXPECT_TRUE(wait_until([&] { return plain.reader.received() == start * messages; }))
        << plain.reader.received() << " of " << start * messages;
  }
}

INSTANTIATE_TEST_SUITE_P(Network, BothKnow,
                         ::testing::Values(Case{"LocalhostReliable", "LOCALHOST", true, true},
                                           Case{"LocalhostBestEffort", "LOCALHOST", true, false},
                                           Case{"LocalhostBesideSubnet", "LOCALHOST", false, true},
                                           Case{"SubnetReliable", "SUBNET", false, true},
                                           Case{"SubnetBestEffort", "SUBNET", false, false}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace baton::network
