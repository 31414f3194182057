// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/shm_transport.hpp"

#include <cstdlib>

#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

TransportFactory shared_memory() {
  return {"SharedMemory", [](const std::string& participant, EventCallback on_event) {
            transport::ParticipantOptions options;
            options.name = participant;
            options.directory = std::string(std::getenv("BATON_REGISTRY_DIR")) + "/d" +
                                std::getenv("ROS_DOMAIN_ID");
            options.on_event = std::move(on_event);
            return transport::open_shm_transport(options);
          }};
}

INSTANTIATE_TEST_SUITE_P(SharedMemory, TransportConformance, ::testing::Values(shared_memory()),
                         [](const auto& factory) { return factory.param.name; });

}  // namespace
}  // namespace baton::conformance
