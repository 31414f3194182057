// SPDX-License-Identifier: Apache-2.0
//
// What perf_test and the library of a competitor say to each other. Each competitor is a library of
// its own, in C++ or Rust, that perf_test opens when the command line asks for it, so these are C
// types and functions; abi.rs says the same in Rust. Everything that is timed, counted and checked
// is on perf_test's side (communicators/competitor.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace perf::competitor {

/// Changes with every change of this file. A library built for another one is refused.
inline constexpr uint32_t abi_version = 2;

struct Plan {
  uint64_t message_size_bytes;
  uint64_t message_alignment_bytes;
  const char* process;        ///< "publisher 0 (pid 4711)"
  const char* const* topics;  ///< of messages: each publisher sends on all, each subscriber has all
  const char* topic_back;     ///< of the answers of a round trip
  const char* type;
  uint32_t topic_count;
  uint32_t domain_id;
  uint32_t history_depth;
  uint32_t publishers;   ///< at most, of a topic
  uint32_t subscribers;  ///< at most, of a topic
  uint8_t zero_copy;     ///< shared memory with loans; else the network of this machine
  uint8_t reliable;
  uint8_t transient_local;
  uint8_t keep_all;
};

/// Where a function writes one line about what failed.
struct Error {
  char* text;
  uint64_t size_bytes;
};

/// Called for each message, in the thread that receives.
struct Sink {
  void* context;
  void (*on_message)(void* context, const void* message, uint64_t size_bytes);
};

/// Called for each peer that an endpoint is matched with. `transport` is what the library itself
/// reports or, when it reports nothing, what was configured as the only one.
struct PeerSink {
  void* context;
  void (*on_peer)(void* context, const char* process, const char* transport, uint8_t zero_copy,
                  const char* reason);
};

/// The functions of a library. One that makes something returns nullptr when that failed, and says
/// why in `error`.
struct Table {
  void* (*open)(const Plan* plan, const Error* error);
  void (*close)(void* communicator);

  /// On one topic. `index` counts through publishers and topics: the topic is index % topic_count.
  /// `back`: there is one, of the answers.
  void* (*make_publication)(void* communicator, uint8_t back, uint32_t index, const Error* error);
  void (*drop_publication)(void* publication);
  /// Memory for the next message; nullptr: there is none now.
  void* (*acquire)(void* publication);
  /// Publishes what acquire() gave. 0: refused, and acquire() gives it again.
  uint8_t (*publish)(void* publication);
  /// Any thread.
  void (*publication_peers)(void* publication, const PeerSink* sink);

  /// Of all topics, in one thread.
  void* (*make_reception)(void* communicator, uint8_t back, uint32_t index, const Sink* sink,
                          const Error* error);
  void (*drop_reception)(void* reception);
  /// Hands over the messages that are there; sleeps until one comes, `timeout_ns` at most, or until
  /// interrupt().
  void (*receive)(void* reception, uint64_t timeout_ns);
  /// Any thread.
  void (*interrupt)(void* reception);
  /// Any thread.
  void (*reception_peers)(void* reception, const PeerSink* sink);

  /// Removes what is left when all processes of a run have ended, also if they were killed. May be
  /// nullptr.
  void (*tidy)(const Plan* plan);
};

/// The one symbol of a library. nullptr when it was built for another version.
using Entry = const Table*(uint32_t abi_version);
inline constexpr const char* entry_symbol = "perf_competitor";

}  // namespace perf::competitor
