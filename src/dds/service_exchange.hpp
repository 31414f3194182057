// SPDX-License-Identifier: Apache-2.0
// What the two endpoints of one side of a service know of each other.
//
// With Fast DDS, ROS sends services without an envelope: a request is known by the number that DDS
// gives its sample, and the reader of its answer is named beside it. A client numbers its requests
// differently, as they also travel over other transports, so this class maps the numbers. The
// envelopes of a server have the numbers of the wire. Thread safety: all of it. Its mutex is inside
// all others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include <baton/service_envelope.hpp>

#include "dds/wire.hpp"
#include "transport/port/transport.hpp"

namespace baton::dds {

class ServiceExchange {
 public:
  /// Most unanswered requests that a client remembers; beyond that, the oldest is forgotten.
  static constexpr std::size_t most_requests = 10'000;

  // ---- of a client ----

  void set_request_writer(const Guid& guid);
  void set_reply_reader(const Guid& guid);
  /// The reader that gets the answers.
  Guid reply_reader() const;
  /// Call this before that sample is written: the answer may come at once.
  void expect(std::uint64_t sequence, const RequestIdentity& identity);
  void forget(std::uint64_t sequence);
  /// The request that is answered; empty if it is not one of this client, or was answered already.
  std::optional<RequestIdentity> answered(const SampleIdentity& request);

  // ---- of a server ----

  /// The identity of a request as the wire has it, for its answer.
  RequestIdentity asked(const SampleFacts& request);
  void forget_client(const Guid& request_writer);
  /// Whether the client has asked over the wire, and is still there.
  bool has_asked(const Guid& client) const;

 private:
  mutable std::mutex mutex_;  // covers what follows
  Guid request_writer_{};
  Guid reply_reader_{};
  std::map<std::uint64_t, RequestIdentity> requests_;
  std::map<Guid, Guid> clients_;  // by the writer of the client's requests
};

/// The exchange that both endpoints of a service share; nullptr for an endpoint of a topic.
std::shared_ptr<ServiceExchange> exchange_of(const transport::EndpointSpec& spec);

/// The last byte of a GUID says what kind of entity it is.
constexpr bool is_reader(const Guid& guid) {
  constexpr std::uint8_t reader_bit = 0x04;
  return (guid.back() & reader_bit) != 0;
}

/// Whether a reader gets the answers of a client. A client that names no reader is known by the
/// writer of its requests: its answers go to any reader of the same participant, which is the
/// GUID's first 12 bytes.
inline bool is_answered_at(const Guid& client, const Guid& reader) {
  const auto compared = is_reader(client) ? client.end() : client.begin() + 12;
  return std::equal(client.begin(), compared, reader.begin());
}

}  // namespace baton::dds
