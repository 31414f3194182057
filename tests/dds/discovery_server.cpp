// SPDX-License-Identifier: Apache-2.0
// Nodes that meet by way of a discovery server of Fast DDS, which tells each participant of the
// others. ROS_DISCOVERY_SERVER says where it is, here as with rmw_fastrtps.
#include <gtest/gtest.h>

#include <sstream>

#include <baton/baton.hpp>
#include <std_msgs/msg/string.hpp>

#include "baton_side.hpp"
#include "network_opened_once.hpp"
#include "peers/plain_peer.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::network {
namespace {

using std_msgs::msg::String;
using testing::PlainPeer;
using testing::PlainReader;
using testing::PlainWriter;
using testing::ScopedVariable;
using testing::wait_until;
namespace api = fastdds_api;

/// As `fastdds discovery -i 0` makes it.
class Server {
 public:
  explicit Server(std::uint16_t port) {
    api::no_shortcut_in_process();
    api::DomainParticipantQos qos = api::PARTICIPANT_QOS_DEFAULT;
    auto udp = std::make_shared<api::UDPv4TransportDescriptor>();
    udp->interfaceWhiteList = {"127.0.0.1"};
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports = {udp};
    auto& protocol = qos.wire_protocol();
    std::istringstream("44.53.00.5f.45.50.52.4f.53.49.4d.41") >> protocol.prefix;
    protocol.builtin.discovery_config.discoveryProtocol = api::rtps::DiscoveryProtocol::SERVER;
    api::Locator_t own;
    own.kind = LOCATOR_KIND_UDPv4;
    own.port = port;
    api::IPLocator::setIPv4(own, "127.0.0.1");
    protocol.builtin.metatrafficUnicastLocatorList.push_back(own);
    participant_ = factory().create_participant(0, qos);
    EXPECT_NE(participant_, nullptr);
  }
  ~Server() {
    factory().delete_participant(participant_);
    api::end_log();  // it may log, at its end too
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

 private:
  static api::DomainParticipantFactory& factory() {
    return *api::DomainParticipantFactory::get_instance();
  }
  api::DomainParticipant* participant_ = nullptr;
};

class DiscoveryServer : private NetworkOpenedOnce, public testing::IsolatedTest {
 protected:
  std::uint16_t port() const { return static_cast<std::uint16_t>(11'811 + domain_id()); }

 private:
  const ScopedVariable transport_{"BATON_TRANSPORT", "udp"};
  const ScopedVariable server_{"ROS_DISCOVERY_SERVER", "127.0.0.1:" + std::to_string(port())};
};

TEST_F(DiscoveryServer, BringsNodesOfBatonTogether) {
  const Server server(port());
  const BatonSide one("/there", "/back");
  const BatonSide other("/back", "/there");
  EXPECT_TRUE(wait_until([&] { return one.is_matched() && other.is_matched(); }));
}

TEST_F(DiscoveryServer, BringsANodeOfBatonAndOneOfRosTogether) {
  const Server server(port());
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
