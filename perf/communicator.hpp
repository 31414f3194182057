// SPDX-License-Identifier: Apache-2.0
// What the measurement needs of a communicator. Everything that is timed and counted lies on this
// side of the interface, and is the same for all communicators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "message_frame.hpp"

namespace perf {

/// The run cannot go on; one line. Exit status 1.
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// MatchedPeer::transport of messages that travel as datagrams, and of those in a stream.
inline constexpr const char* network_transport = "udp";
inline constexpr const char* stream_transport = "tcp";

/// A peer that an endpoint is matched with, as the endpoint itself describes it.
struct MatchedPeer {
  std::string process;
  std::string transport;
  bool zero_copy = false;
  std::string reason;

  bool over_network() const {
    return transport == network_transport || transport == stream_transport;
  }
};

/// What an endpoint counts itself, in addition to the measurement.
struct EndpointCounters {
  uint64_t copied = 0;
  uint64_t committed_bytes = 0;  ///< of a publisher's pool; 0: not known
  std::string refusal;           ///< why the last refused message was refused
};

enum class Direction { forward, back };  ///< `back`: the answers of a round trip

/// One publisher; used by one thread, unless a member says otherwise.
class Publication {
 public:
  virtual ~Publication() = default;
  /// The next message, to be written in place, with room for its payload; empty when no memory is
  /// free.
  virtual std::optional<Frame> acquire() = 0;
  /// Publishes the message that acquire() gave. If false, it was refused, and acquire() gives it
  /// again.
  virtual bool publish() = 0;
  /// Any thread.
  virtual std::vector<MatchedPeer> matches() const = 0;
  virtual EndpointCounters counters() const { return {}; }
};

class MessageHandler {
 public:
  virtual ~MessageHandler() = default;
  /// The message is valid during the call. `entry_ns` is when the callback began, or the receiving
  /// code if there is no callback.
  virtual void on_message(const ReceivedFrame& message, int64_t entry_ns) = 0;
};

/// One subscriber; used by one thread, unless a member says otherwise.
class Reception {
 public:
  virtual ~Reception() = default;
  /// Hands over the messages that are there; waits for one until `deadline_ns`. May return early.
  virtual void receive(int64_t deadline_ns) = 0;
  /// Hands over messages as they come, until interrupt().
  virtual void run() = 0;
  /// Ends present and future receive() and run() soon. Any thread.
  virtual void interrupt() = 0;
  /// Any thread.
  virtual std::vector<MatchedPeer> matches() const = 0;
  virtual EndpointCounters counters() const { return {}; }
};

class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual std::unique_ptr<Publication> publication(Direction, unsigned index) = 0;
  /// The handler outlives the reception.
  virtual std::unique_ptr<Reception> reception(Direction, unsigned index, MessageHandler&) = 0;
};

}  // namespace perf
