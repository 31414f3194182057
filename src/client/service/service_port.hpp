// SPDX-License-Identifier: Apache-2.0
// One side of a service: it hears on one topic what the other side says, and speaks on the other
// topic.
//
// Owns both ports. Thread safety: all of it; only wait_for_peer() blocks.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <baton/endpoint_home.hpp>
#include <baton/loaned_message.hpp>
#include <baton/qos.hpp>
#include <baton/sample.hpp>
#include <baton/service_envelope.hpp>

#include "client/service/peer_watch.hpp"
#include "transport/port/transport.hpp"

namespace baton::client {

class ServicePort {
 public:
  enum class Side { server, client };

  /// `service` is resolved. Throws exceptions::Error.
  ServicePort(const EndpointHome& home, const std::string& service, Side side, const QoS& qos,
              const EnvelopeType& request, const EnvelopeType& response);

  /// The next message of the right size; empty if there is none.
  std::optional<SampleHandle> take();
  bool has_more() const { return hears_->is_ready(); }

  /// Uninitialised memory for a message whose size is not known yet.
  base::Result<LoanHandle> borrow() { return borrow_for(spoken_.envelope->size_bytes); }
  /// Does nothing once the context was shut down. A response is given up with a warning when a
  /// client that keeps all has no room for it within max_blocking_time: that client must not end
  /// the server. All else throws exceptions::Error; then the loan stays the caller's.
  void publish(LoanHandle& loan);
  /// Copies the message into a loan; else as above.
  void publish_copy(const RequestIdentity& identity, const void* message);

  /// Whether one process has both endpoints of the other side: the subscription to speak to, and
  /// the publisher to hear.
  bool peer_is_ready() const;
  /// Waits until peer_is_ready(). False after `timeout` (negative: never), or when the context is
  /// shut down.
  bool wait_for_peer(std::chrono::nanoseconds timeout) const;

  transport::Gid gid() const { return speaks_->gid(); }
  const std::string& service() const { return service_; }
  const std::shared_ptr<ContextState>& context() const { return context_; }
  const QoS& hearing_qos() const { return hearing_qos_; }
  const QoS& speaking_qos() const { return speaking_qos_; }
  /// The port that a thread waits for to get messages.
  const std::shared_ptr<transport::SubscriptionPort>& waitable() const { return hears_; }

 private:
  base::Result<LoanHandle> borrow_for(std::size_t size_bytes);
  bool has_no_reader() const;
  void give_up(const base::Error& failure) const;

  const std::string service_;
  const Side side_;
  const EnvelopeType heard_;
  const EnvelopeType spoken_;
  const std::string node_;
  const std::shared_ptr<ContextState> context_;
  const std::shared_ptr<PeerWatch> watch_;
  const QoS hearing_qos_;
  const QoS speaking_qos_;
  std::shared_ptr<transport::PublisherPort> speaks_;
  std::shared_ptr<transport::SubscriptionPort> hears_;
};

/// Expands and remaps the name. Throws exceptions::InvalidServiceNameError.
std::string resolve_service(const EndpointHome& home, const std::string& name);

}  // namespace baton::client
