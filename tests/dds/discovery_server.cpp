// SPDX-License-Identifier: Apache-2.0
// Nodes that meet by way of a discovery server of Fast DDS, which tells each participant of the
// others. ROS_DISCOVERY_SERVER says where it is, here as with rmw_fastrtps.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include <baton/baton.hpp>
#include <std_msgs/msg/string.hpp>

#include "baton_side.hpp"
#include "network_opened_once.hpp"
#include "peers/plain_peer.hpp"
#include "testing/child_process.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::network {
namespace {

using std_msgs::msg::String;
using testing::ChildProcess;
using testing::PlainPeer;
using testing::PlainReader;
using testing::PlainWriter;
using testing::ScopedVariable;
using testing::wait_until;

class DiscoveryServer : private NetworkOpenedOnce, public testing::IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    server_.emplace(testing::ChildOptions{"baton_discovery_server", {port_}, {}, {}});
    ASSERT_EQ(server_->read_line(), "ready") << server_->errors();
  }
  void TearDown() override {
    server_.reset();
    IsolatedTest::TearDown();
  }

 private:
  const std::string port_ = std::to_string(11'811 + domain_id());
  const ScopedVariable transport_{"BATON_TRANSPORT", "udp"};
  const ScopedVariable address_{"ROS_DISCOVERY_SERVER", "127.0.0.1:" + port_};
  std::optional<ChildProcess> server_;
};

TEST_F(DiscoveryServer, BringsNodesOfBatonTogether) {
  const BatonSide one("/there", "/back");
  const BatonSide other("/back", "/there");
  EXPECT_TRUE(wait_until([&] { return one.is_matched() && other.is_matched(); }));
}

TEST_F(DiscoveryServer, BringsANodeOfBatonAndOneOfRosTogether) {
  PlainReader reader;
  PlainWriter writer;
  PlainPeer peer(domain_id(), true);
  peer.open(reader, "/there");
  peer.open(writer, "/back");
  const BatonSide baton("/there", "/back");
  EXPECT_TRUE(wait_until([&] { return baton.is_matched(); }));
  EXPECT_TRUE(wait_until([&] { return reader.matched() == 1 && writer.matched() == 1; }));
  baton.publisher->publish(String());
  EXPECT_TRUE(wait_until([&] { return reader.received() == 1; }));
}

}  // namespace
}  // namespace baton::network
