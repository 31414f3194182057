// SPDX-License-Identifier: Apache-2.0
// The nodes and endpoints of the domain, and when to look again.
#include <algorithm>
#include <atomic>
#include <chrono>

#include "testing/deadline.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::wait_until;

std::vector<std::string> nodes_of(transport::Transport& transport) {
  auto nodes = transport.nodes();
  EXPECT_TRUE(nodes) << (nodes ? "" : nodes.error().text);
  return nodes ? *nodes : std::vector<std::string>();
}

bool sees(transport::Transport& transport, const std::vector<std::string>& nodes) {
  return wait_until([&] { return nodes_of(transport) == nodes; });
}

TEST_P(TransportConformance, NodesAreSeenByEveryParticipantOfTheDomain) {
  auto here = open("here");
  auto there = open("there");
  EXPECT_THAT(nodes_of(*here), IsEmpty());
  ASSERT_TRUE(here->add_node("/talker"));
  ASSERT_TRUE(there->add_node("/robot/listener"));
  ASSERT_TRUE(there->add_node("/talker"));  // a name may be there twice
  for (transport::Transport* each : {here.get(), there.get()}) {
    EXPECT_TRUE(sees(*each, {"/robot/listener", "/talker", "/talker"}));
  }
  there->remove_node("/talker");
  there->remove_node("/never_there");
  for (transport::Transport* each : {here.get(), there.get()}) {
    EXPECT_TRUE(sees(*each, {"/robot/listener", "/talker"}));
  }
  there->close();
  EXPECT_TRUE(sees(*here, {"/talker"}));
  EXPECT_FALSE(there->add_node("/late"));
}

TEST_P(TransportConformance, AnEndpointIsSeenWithItsNodeItsPurposeAndItsPolicies) {
  auto here = open("here");
  auto there = open("there");
  QoS qos = QoS(7).best_effort().deadline(20ms).lifespan(30ms);
  qos.liveliness(LivelinessPolicy::ManualByTopic).liveliness_lease_duration(40ms);
  transport::PublisherSpec publisher = publisher_spec(qos);
  publisher.node = "/robot/camera";
  publisher.kind = EndpointKind::service_reply;
  const auto port = open_publisher(*there, publisher);
  const auto other = open_publisher(*there);
  for (transport::Transport* each : {here.get(), there.get()}) {
    std::vector<EndpointInfo> seen;
    ASSERT_TRUE(wait_until([&] {
      seen = each->endpoints().value();
      return seen.size() == 2;
    }));
    if (seen[0].node.empty()) std::swap(seen[0], seen[1]);
    const EndpointInfo& info = seen[0];
    EXPECT_EQ(info.endpoint_type, EndpointType::Publisher);
    EXPECT_EQ(info.kind, EndpointKind::service_reply);
    EXPECT_EQ(info.node, "/robot/camera");
    EXPECT_EQ(info.qos, qos);
    EXPECT_EQ(seen[1].kind, EndpointKind::topic);
    EXPECT_EQ(seen[1].node, "");
    EXPECT_NE(info.gid, seen[1].gid);
    EXPECT_TRUE(std::equal(info.gid.begin(), info.gid.begin() + 8, seen[1].gid.begin()));
  }
}

TEST_P(TransportConformance, AWatcherOfTheGraphIsCalledAfterEachChange) {
  auto here = open("here");
  auto there = open("there");
  std::atomic<int> calls{0};
  auto watch = here->on_graph_change([&calls] { ++calls; });
  const auto called_after = [&](const auto& change) {
    const int before = calls;
    change();
    return wait_until([&] { return calls > before; });
  };
  EXPECT_TRUE(called_after([&] { ASSERT_TRUE(here->add_node("/near")); }));
  EXPECT_TRUE(sees(*here, {"/near"}));
  EXPECT_TRUE(called_after([&] { ASSERT_TRUE(there->add_node("/far")); }));
  EXPECT_TRUE(sees(*here, {"/far", "/near"}));
  Publisher publisher;
  EXPECT_TRUE(called_after([&] { publisher = open_publisher(*there); }));
  EXPECT_TRUE(called_after([&] { publisher.reset(); }));
  ASSERT_TRUE(wait_until([&] { return here->endpoints().value().empty(); }));
  EXPECT_TRUE(called_after([&] { there->close(); }));
  EXPECT_TRUE(sees(*here, {"/near"}));
  watch.reset();
  const int before = calls;
  ASSERT_TRUE(here->add_node("/another"));
  ASSERT_TRUE(sees(*here, {"/another", "/near"}));
  EXPECT_EQ(calls, before);
}

TEST_P(TransportConformance, LettingGoOfAGraphWatchWaitsForItsCallback) {
  auto transport = open();
  for (int round = 0; round < 20; ++round) {
    auto alive = std::make_unique<std::atomic<bool>>(true);
    auto watch = transport->on_graph_change([raw = alive.get()] { EXPECT_TRUE(*raw); });
    ASSERT_TRUE(transport->add_node("/n"));
    watch.reset();
    *alive = false;
    alive.reset();
  }
}

}  // namespace
}  // namespace baton::conformance
