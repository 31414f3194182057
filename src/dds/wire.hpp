// SPDX-License-Identifier: Apache-2.0
// What Baton needs of a DDS implementation, and all that it knows of one.
//
// It stands between two libraries: libbaton, and the one that links the implementation and is
// opened only when the network is. So this header includes plain figures and the standard library
// alone, nothing throws across the interface, and the library that made an object also deletes it.
// Listeners are called by threads of the implementation, with locks of it held: they may not call
// back into the Wire, and do not block. No call of a listener runs once its endpoint was destroyed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "match/policies.hpp"

namespace baton::dds {

/// Participant prefix in the first twelve bytes, entity in the last four.
using Guid = std::array<std::uint8_t, 16>;

struct WireEndpoint {
  std::string topic;  // as DDS has them
  std::string type;
  /// The policies. History and depth of a remote endpoint are not known. With keep-all, the depth
  /// is the most that is kept unacknowledged.
  match::Policies policies{.reliable = true};
  std::int64_t max_blocking_ns = 0;  // for a writer that keeps all
  std::string user_data;
};

/// A participant, which may be this one.
struct SeenParticipant {
  Guid guid{};
  std::string name;
  std::string user_data;
};

struct SeenEndpoint {
  Guid guid{};
  bool is_writer = false;
  WireEndpoint endpoint;
};

class WireListener {
 public:
  virtual void on_participant(const SeenParticipant& participant) noexcept = 0;
  virtual void on_participant_gone(const Guid& guid) noexcept = 0;
  /// Called before an endpoint is told of a match with that one.
  virtual void on_endpoint(const SeenEndpoint& endpoint) noexcept = 0;
  virtual void on_endpoint_gone(const Guid& guid, bool is_writer) noexcept = 0;

 protected:
  ~WireListener() = default;
};

class WireWriterListener {
 public:
  virtual void on_reader(const Guid& guid, bool matched) noexcept = 0;
  virtual void on_own_liveliness_lost() noexcept = 0;
  /// Whether a writer that chooses its readers has chosen that one. Asked before anything is sent
  /// to the reader, and again whenever choose_again() is called.
  virtual bool is_for(const Guid&) noexcept { return true; }

 protected:
  ~WireWriterListener() = default;
};

/// Names a sample as DDS does.
struct SampleIdentity {
  Guid writer{};
  std::uint64_t sequence = 0;  // 0: this names no sample

  bool operator==(const SampleIdentity&) const = default;
};

struct SampleFacts {
  Guid writer{};
  std::uint64_t sequence = 0;
  std::int64_t source_timestamp_ns = 0;
  /// What travels beside the message (inline QoS). Beside an answer: the sample that it answers.
  std::optional<SampleIdentity> related{};
};

/// Called for one sample at a time, in this order: on_room, on_bytes, on_sample.
class WireReaderListener {
 public:
  virtual void on_writer(const Guid& guid, bool matched) noexcept = 0;
  virtual void on_liveliness(const Guid& writer, bool alive) noexcept = 0;
  /// Whether the next sample, which comes from `writer`, can be taken. False: the sample stays
  /// where it is, until drain() of the reader is called.
  virtual bool on_room(const Guid& writer) noexcept = 0;
  /// The sample with its encapsulation. The bytes are valid for the call.
  virtual void on_bytes(std::span<const std::byte> bytes) noexcept = 0;
  /// The facts of the sample whose bytes came last.
  virtual void on_sample(const SampleFacts& facts) noexcept = 0;

 protected:
  ~WireReaderListener() = default;
};

/// A message that is to be written. Its size is asked once; then it is encoded where the
/// implementation wants it.
class Outgoing {
 public:
  /// The size with the encapsulation.
  virtual std::size_t size_bytes() const noexcept = 0;
  /// False: the message has become invalid.
  virtual bool encode(std::span<std::byte> bytes) const noexcept = 0;

 protected:
  ~Outgoing() = default;
};

enum class WriteResult { written, timeout, failed };

class WireWriter {
 public:
  virtual ~WireWriter() = default;
  virtual Guid guid() const noexcept = 0;
  /// Blocks for at most max_blocking_ns if the writer keeps all. Any thread. `facts.related`
  /// travels with the message if it is set; writer and sequence are filled in.
  virtual WriteResult write(const Outgoing& message, SampleFacts& facts) noexcept = 0;
  virtual void assert_liveliness() noexcept = 0;
  /// Whether every reliable reader has acknowledged everything that was written.
  virtual bool all_acknowledged() const noexcept = 0;
  /// Call this when answers of is_for() may have changed: begins and ends matches accordingly.
  /// True: a reader that has missed retained samples is chosen now, and gets what is written from
  /// now on. Any thread except those that call listeners.
  virtual bool choose_again() noexcept = 0;
  /// Whether a matched reader has shown that it knows of the match, too. A reliable reader shows it
  /// by an acknowledgement; for another one its participant does, by acknowledging the
  /// announcements of this participant. If not, asks the peer, which answers soon or never. Not by
  /// threads that call listeners.
  virtual bool is_known_to(const Guid&, [[maybe_unused]] bool is_reliable) noexcept { return true; }
};

class WireReader {
 public:
  virtual ~WireReader() = default;
  virtual Guid guid() const noexcept = 0;
  /// Goes on taking samples after on_room() was false. Any thread; calls the listener.
  virtual void drain() noexcept = 0;
  /// Whether the participant of a matched writer has shown that it knows of this reader. If not,
  /// asks that participant, which answers soon or never. Not by threads that call listeners.
  virtual bool is_known_to(const Guid&) noexcept { return true; }
};

/// How far participants look for others.
enum class WireRange { localhost, subnet };

/// Paths of the files with which a participant of a secured domain proves its identity and its
/// rights.
struct WireSecurity {
  std::string identity_ca;
  std::string certificate;
  std::string private_key;
  std::string permissions_ca;
  std::string governance;
  std::string permissions;
  std::string revoked;  // certificates; empty: none
};

struct WireOptions {
  std::uint32_t domain_id = 0;
  std::string name;
  std::string user_data;
  WireRange range = WireRange::localhost;
  std::vector<std::string> static_peers;  // addresses, IPv4
  std::optional<WireSecurity> security{};
  /// A loss is noticed by the next heartbeat; there are none while everything is acknowledged.
  std::int64_t heartbeat_period_ns = 20'000'000;
  /// On this topic writers choose their readers, which DDS does not know.
  std::string choosing_topic{};
};

/// A participant of a domain.
class Wire {
 public:
  virtual ~Wire() = default;
  virtual Guid guid() const noexcept = 0;
  /// nullptr with the cause in `error`. The listener outlives what is returned.
  virtual std::unique_ptr<WireWriter> create_writer(const WireEndpoint& endpoint,
                                                    WireWriterListener& listener,
                                                    std::string& error) = 0;
  virtual std::unique_ptr<WireReader> create_reader(const WireEndpoint& endpoint,
                                                    WireReaderListener& listener,
                                                    std::string& error) = 0;
  /// Whether a participant knows of this one and of all its endpoints. If not, it is told again
  /// what it may not have heard. Not by threads that call listeners.
  virtual bool introduce(const Guid&) noexcept { return true; }
  /// Addresses of this machine came or went: listens and announces there, too. Endpoints that are
  /// made from now on are to be reached there, by participants that see this one from now on. Any
  /// thread except those that call listeners.
  virtual void look_for_interfaces() noexcept = 0;
};

/// Changes whenever anything in this header changes.
inline constexpr std::uint32_t wire_version = 5;

/// The one symbol of the library that implements this: nullptr with the cause in `error`. The
/// listener outlives the participant.
using OpenWire = Wire*(std::uint32_t version, const WireOptions& options, WireListener& listener,
                       std::string& error);
inline constexpr const char* open_wire_symbol = "baton_open_wire";

}  // namespace baton::dds
