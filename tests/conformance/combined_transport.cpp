// SPDX-License-Identifier: Apache-2.0
#include "transport/combined/combined_transport.hpp"

#include <cstdlib>

#include "transport/port/forwarding_transport.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

/// Every endpoint asks to meet by pointer.
class AllInProcess final : public transport::ForwardingTransport {
 public:
  using ForwardingTransport::ForwardingTransport;

  base::Result<Publisher> open_publisher(const transport::PublisherSpec& spec) override {
    transport::PublisherSpec here = spec;
    here.in_process = true;
    return inner().open_publisher(here);
  }
  base::Result<Subscription> open_subscription(const transport::SubscriptionSpec& spec) override {
    transport::SubscriptionSpec here = spec;
    here.in_process = true;
    return inner().open_subscription(here);
  }
};

base::Result<std::unique_ptr<transport::Transport>> open_combined(const std::string& participant,
                                                                  EventCallback on_event) {
  transport::ParticipantOptions options;
  options.name = participant;
  options.directory =
      std::string(std::getenv("BATON_REGISTRY_DIR")) + "/d" + std::getenv("ROS_DOMAIN_ID");
  options.on_event = std::move(on_event);
  return transport::open_combined_transport(options);
}

TransportFactory combined() {
  TransportFactory factory;
  factory.name = "Combined";
  factory.open = open_combined;
  return factory;
}

TransportFactory combined_in_process() {
  TransportFactory factory;
  factory.name = "CombinedInProcess";
  factory.open = [](const std::string& participant,
                    EventCallback on_event) -> base::Result<std::unique_ptr<transport::Transport>> {
    auto opened = open_combined(participant, std::move(on_event));
    if (!opened) return std::move(opened).error();
    return std::unique_ptr<transport::Transport>(
        std::make_unique<AllInProcess>(std::move(*opened)));
  };
  return factory;
}

INSTANTIATE_TEST_SUITE_P(Combined, TransportConformance,
                         ::testing::Values(combined(), combined_in_process()),
                         [](const auto& factory) { return factory.param.name; });

}  // namespace

}  // namespace baton::conformance
