// SPDX-License-Identifier: Apache-2.0
// A discovery server as `fastdds discovery -i 0` makes it, on the loopback interface:
// discovery_server PORT. Says "ready" and serves until it is killed.
//
// A process of its own: now and then the destructor of a server of Fast DDS 2.9 releases an
// announcement twice, which ends the process.
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>

#include "fastdds_api/names.hpp"

namespace api = baton::fastdds_api;

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
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
  own.port = static_cast<std::uint32_t>(std::atoi(argv[1]));
  api::IPLocator::setIPv4(own, "127.0.0.1");
  protocol.builtin.metatrafficUnicastLocatorList.push_back(own);
  if (api::DomainParticipantFactory::get_instance()->create_participant(0, qos) == nullptr) {
    return EXIT_FAILURE;
  }
  std::cout << "ready" << std::endl;
  for (;;) ::pause();
}
