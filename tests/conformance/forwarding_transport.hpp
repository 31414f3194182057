// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "transport_conformance.hpp"

namespace baton::conformance {

/// Another transport, as it is; derived classes change how endpoints are opened.
class ForwardingTransport : public transport::Transport {
 public:
  explicit ForwardingTransport(std::unique_ptr<Transport> inner) : inner_(std::move(inner)) {}

  const char* name() const override { return inner_->name(); }
  base::Result<std::shared_ptr<transport::WaitSet>> open_wait_set() override {
    return inner_->open_wait_set();
  }
  base::Result<std::vector<EndpointInfo>> endpoints() override { return inner_->endpoints(); }
  base::Status add_node(const std::string& name) override { return inner_->add_node(name); }
  void remove_node(const std::string& name) override { inner_->remove_node(name); }
  base::Result<std::vector<std::string>> nodes() override { return inner_->nodes(); }
  std::shared_ptr<void> on_graph_change(std::function<void()> callback) override {
    return inner_->on_graph_change(std::move(callback));
  }
  base::Result<std::string> type_description(const std::string& topic_or_type,
                                             std::chrono::nanoseconds timeout) override {
    return inner_->type_description(topic_or_type, timeout);
  }
  transport::ParticipantIdentity identity() const override { return inner_->identity(); }
  std::shared_ptr<base::EventLoop> loop() noexcept override { return inner_->loop(); }
  void close() override { inner_->close(); }

 protected:
  const std::unique_ptr<Transport> inner_;
};

}  // namespace baton::conformance
