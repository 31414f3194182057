// SPDX-License-Identifier: Apache-2.0
#include "transport/in_process/in_process_transport.hpp"

#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

/// Participants of one test share a hub, as processes share a domain.
TransportFactory in_process() {
  struct Current {
    const ::testing::TestInfo* test = nullptr;
    std::weak_ptr<transport::InProcessHub> hub;
  };
  TransportFactory factory;
  factory.name = "InProcess";
  factory.encodes = false;
  factory.is_in_registry = false;
  factory.counts_wait_sets = false;
  factory.open = [current = std::make_shared<Current>(), mutex = std::make_shared<std::mutex>()](
                     const std::string& participant, EventCallback on_event) {
    transport::InProcessOptions options;
    options.name = participant;
    options.on_event = std::move(on_event);
    const std::lock_guard lock(*mutex);
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    const auto hub = current->hub.lock();
    if (hub && current->test == test) options.hub = hub;
    *current = {test, options.hub};
    return transport::open_in_process_transport(options);
  };
  return factory;
}

INSTANTIATE_TEST_SUITE_P(InProcess, TransportConformance, ::testing::Values(in_process()),
                         [](const auto& factory) { return factory.param.name; });

}  // namespace
}  // namespace baton::conformance
