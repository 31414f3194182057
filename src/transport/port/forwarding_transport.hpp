// SPDX-License-Identifier: Apache-2.0
// What transports have in common that add another one to the transport that they wrap.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "transport/port/transport.hpp"

namespace baton::transport {

/// Forwards every call to the wrapped transport. Derived classes override what they add to.
class ForwardingTransport : public Transport {
 public:
  explicit ForwardingTransport(std::unique_ptr<Transport> inner) : inner_(std::move(inner)) {}

  const char* name() const override { return inner_->name(); }
  base::Result<std::shared_ptr<PublisherPort>> open_publisher(const PublisherSpec& spec) override {
    return inner_->open_publisher(spec);
  }
  base::Result<std::shared_ptr<SubscriptionPort>> open_subscription(
      const SubscriptionSpec& spec) override {
    return inner_->open_subscription(spec);
  }
  base::Result<std::shared_ptr<WaitSet>> open_wait_set() override {
    return inner_->open_wait_set();
  }
  base::Result<std::vector<EndpointInfo>> endpoints() override { return inner_->endpoints(); }
  base::Status add_node(const std::string& node) override { return inner_->add_node(node); }
  void remove_node(const std::string& node) override { inner_->remove_node(node); }
  base::Result<std::vector<std::string>> nodes() override { return inner_->nodes(); }
  std::shared_ptr<void> on_graph_change(std::function<void()> callback) override {
    return inner_->on_graph_change(std::move(callback));
  }
  base::Result<std::string> type_description(const std::string& topic_or_type,
                                             std::chrono::nanoseconds timeout) override {
    return inner_->type_description(topic_or_type, timeout);
  }
  ParticipantIdentity identity() const override { return inner_->identity(); }
  std::shared_ptr<base::EventLoop> loop() noexcept override { return inner_->loop(); }
  void close() override { inner_->close(); }

 protected:
  Transport& inner() { return *inner_; }

 private:
  const std::unique_ptr<Transport> inner_;
};

/// For one of two halves of a publisher, when the other half reports lost liveliness: without this
/// the user would be told twice.
inline PublisherSpec without_liveliness_lost(PublisherSpec spec) {
  if (spec.on_event) {
    spec.on_event = [tell = std::move(spec.on_event)](const EndpointEvent& event) {
      if (event.kind != EndpointEvent::Kind::liveliness_lost) tell(event);
    };
  }
  return spec;
}

}  // namespace baton::transport
