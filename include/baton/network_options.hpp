// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

namespace rclcpp {

/// How messages travel.
enum class TransportChoice {
  automatic,      ///< shared memory where possible; otherwise DDS, if the network is open
  shared_memory,  ///< shared memory only
  udp,            ///< DDS over UDP, on this machine too; opens the network
};

/// How far participants look for others over DDS.
enum class DiscoveryRange {
  off,        ///< nothing listens, and no DDS library is loaded
  localhost,  ///< this machine, over its loopback interface
  subnet,     ///< all machines that multicast reaches
};

}  // namespace rclcpp
