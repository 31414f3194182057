// SPDX-License-Identifier: Apache-2.0
#include "client/context/network_choice.hpp"

#include <gmock/gmock.h>

#include <baton/exceptions.hpp>

#include "testing/isolation.hpp"

namespace baton::client {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ScopedVariable;

class Network : public ::testing::Test {
 protected:
  static std::string refusal(const ContextOptions& options = {}) {
    try {
      (void)network_choice(options);
      return "accepted";
    } catch (const exceptions::Error& error) {
      return error.what();
    }
  }

  const ScopedVariable transport{"BATON_TRANSPORT", std::nullopt};
  const ScopedVariable range{"ROS_AUTOMATIC_DISCOVERY_RANGE", std::nullopt};
  const ScopedVariable localhost{"ROS_LOCALHOST_ONLY", std::nullopt};
  const ScopedVariable peers{"ROS_STATIC_PEERS", std::nullopt};
};

TEST_F(Network, IsOffWhenNothingIsSaid) {
  const NetworkChoice choice = network_choice({});
  EXPECT_EQ(choice.transport, TransportChoice::automatic);
  EXPECT_EQ(choice.range, DiscoveryRange::off);
  EXPECT_THAT(choice.static_peers, IsEmpty());
}

TEST_F(Network, UdpOpensItOnThisMachine) {
  const ScopedVariable udp("BATON_TRANSPORT", "udp");
  EXPECT_EQ(network_choice({}).range, DiscoveryRange::localhost);
  const ScopedVariable only("ROS_LOCALHOST_ONLY", "1");
  EXPECT_EQ(network_choice({}).range, DiscoveryRange::localhost);
}

TEST_F(Network, AnExplicitRangeOverrulesLocalhostOnly) {
  const ScopedVariable udp("BATON_TRANSPORT", "udp");
  const ScopedVariable only("ROS_LOCALHOST_ONLY", "1");
  for (const char* subnet : {"SUBNET", "SYSTEM_DEFAULT"}) {
    const ScopedVariable wide("ROS_AUTOMATIC_DISCOVERY_RANGE", subnet);
    EXPECT_EQ(network_choice({}).range, DiscoveryRange::subnet) << subnet;
  }
}

TEST_F(Network, PeersAreAddressesOrNamesOfHosts) {
  const ScopedVariable udp("BATON_TRANSPORT", "udp");
  const ScopedVariable two("ROS_STATIC_PEERS", "192.0.2.1;;localhost");
  EXPECT_THAT(network_choice({}).static_peers, ElementsAre("192.0.2.1", "127.0.0.1"));
}

TEST_F(Network, OptionsComeBeforeVariables) {
  const ScopedVariable nonsense("BATON_TRANSPORT", "pigeon");
  const ScopedVariable wide("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET");
  ContextOptions options;
  options.transport = TransportChoice::udp;
  options.discovery_range = DiscoveryRange::localhost;
  options.static_peers = {"192.0.2.7"};
  const NetworkChoice choice = network_choice(options);
  EXPECT_EQ(choice.transport, TransportChoice::udp);
  EXPECT_EQ(choice.range, DiscoveryRange::localhost);
  EXPECT_THAT(choice.static_peers, ElementsAre("192.0.2.7"));
}

TEST_F(Network, AWrongValueIsRefusedWithTheRightOnes) {
  const struct {
    const char* name;
    const char* value;
    const char* cure;
  } cases[] = {
      {"BATON_TRANSPORT", "pigeon", "auto, shm or udp"},
      {"ROS_AUTOMATIC_DISCOVERY_RANGE", "subnet", "OFF, LOCALHOST, SUBNET"},
      {"ROS_LOCALHOST_ONLY", "yes", "0 or 1"},
  };
  for (const auto& each : cases) {
    const ScopedVariable wrong(each.name, each.value);
    EXPECT_THAT(refusal(),
                AllOf(HasSubstr(each.name), HasSubstr(each.value), HasSubstr(each.cure)));
  }
  const ScopedVariable udp("BATON_TRANSPORT", "udp");
  const ScopedVariable unknown("ROS_STATIC_PEERS", "no such host");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("ROS_STATIC_PEERS"), HasSubstr("no such host")));
}

TEST_F(Network, UdpAndNoNetworkContradictEachOther) {
  const ScopedVariable udp("BATON_TRANSPORT", "udp");
  const ScopedVariable off("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("BATON_TRANSPORT=udp"), HasSubstr("OFF")));
}

TEST_F(Network, AnyOfRossWordsOpensItBesideSharedMemory) {
  const struct {
    const char* name;
    const char* value;
    DiscoveryRange range;
  } cases[] = {
      {"ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", DiscoveryRange::localhost},
      {"ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET", DiscoveryRange::subnet},
      {"ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF", DiscoveryRange::off},
      {"ROS_LOCALHOST_ONLY", "1", DiscoveryRange::localhost},
      {"ROS_LOCALHOST_ONLY", "0", DiscoveryRange::off},
      {"ROS_STATIC_PEERS", "192.0.2.1", DiscoveryRange::localhost},
  };
  for (const auto& each : cases) {
    const ScopedVariable said(each.name, each.value);
    const NetworkChoice choice = network_choice({});
    EXPECT_EQ(choice.transport, TransportChoice::automatic);
    EXPECT_EQ(choice.range, each.range) << each.name << "=" << each.value;
  }
}

TEST_F(Network, NoVariableOpensItWhenSharedMemoryAloneIsChosen) {
  const ScopedVariable shm("BATON_TRANSPORT", "shm");
  const ScopedVariable wide("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET");
  const ScopedVariable one("ROS_STATIC_PEERS", "192.0.2.1");
  EXPECT_EQ(network_choice({}).range, DiscoveryRange::off);
}

}  // namespace
}  // namespace baton::client
