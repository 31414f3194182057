// SPDX-License-Identifier: Apache-2.0
// This process's participant as both halves of the handshake see it. An interface, so that a test
// can drive a half by hand.
//
// Thread safety: the participant's thread, except where a function says more.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/event_loop.hpp"
#include "shm/rec_segment.hpp"
#include "shm/registry.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

class LivelinessWatch;
class ShmPublisher;
class ShmSubscription;

class LocalParticipant {
 public:
  // Any thread may call these.
  virtual const std::string& id() const = 0;
  virtual const std::string& name() const = 0;
  virtual const std::shared_ptr<base::EventLoop>& loop() const = 0;
  virtual const std::shared_ptr<shm::RecSegment>& rec() const = 0;
  /// The participant stays as long as one of the returned references does.
  virtual std::shared_ptr<void> keep_alive() = 0;

  virtual const std::vector<shm::Registry>& registries() const = 0;
  virtual LivelinessWatch& liveliness() = 0;
  virtual const std::map<std::uint64_t, ShmPublisher*>& publishers() const = 0;
  virtual const std::map<std::uint64_t, ShmSubscription*>& subscriptions() const = 0;
  virtual const std::vector<ShmPublisher*>& publishers_on(const std::string& topic) const = 0;
  virtual const std::vector<ShmSubscription*>& subscriptions_on(const std::string& topic) const = 0;
  /// The description of a type that an endpoint of this participant has; empty: no endpoint has it.
  virtual std::string_view own_description(std::string_view type_name,
                                           std::string_view type_hash) const = 0;
  /// Does now what the publishers' half would do later for this participant's own subscriptions.
  /// False when there was nothing to do.
  virtual bool serve_own() = 0;
  /// Tells the user of an event, later.
  virtual void emit(EventKind kind, std::string text) = 0;
  /// Tells the endpoint with that id, later, if it still exists.
  virtual void tell(std::uint64_t endpoint_id, EndpointEvent event) = 0;
  /// Endpoints or nodes of other participants have come or gone.
  virtual void on_graph_changed() = 0;

 protected:
  ~LocalParticipant() = default;
};

}  // namespace baton::transport
