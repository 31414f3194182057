// SPDX-License-Identifier: Apache-2.0
// What options and environment say about the network.
#pragma once

#include <string>
#include <vector>

#include <baton/context.hpp>
#include <baton/network_options.hpp>

namespace baton::client {

struct NetworkChoice {
  TransportChoice transport = TransportChoice::automatic;
  DiscoveryRange range = DiscoveryRange::off;
  std::vector<std::string> static_peers;  // IPv4 addresses
};

/// From the options, BATON_TRANSPORT, ROS_AUTOMATIC_DISCOVERY_RANGE, ROS_LOCALHOST_ONLY and
/// ROS_STATIC_PEERS. May ask the system for the address of a host. Throws exceptions::Error for
/// what they cannot mean, alone or together.
NetworkChoice network_choice(const ContextOptions& options);

}  // namespace baton::client
