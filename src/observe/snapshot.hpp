// SPDX-License-Identifier: Apache-2.0
// What an observer saw at one moment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "match/endpoint_facts.hpp"
#include "observe/observed_ring.hpp"

namespace baton::observe {

struct Process {
  std::string participant;
  std::int64_t pid = 0;  // as this PID namespace numbers it, where that is known
  std::uint32_t uid = 0;
  std::string name;
  std::vector<std::string> nodes;
  std::string not_observable{};  // why its figures are not seen; empty: they are
  double cpu_s = 0;              // processor time since its start
  bool loans_disabled = false;   // it was started with ROS_DISABLE_LOANED_MESSAGES=1
};

struct SeenPublisher {
  std::string participant;
  match::EndpointFacts facts;
  bool observable = false;       // the figures below were seen
  std::uint64_t published = 0;   // since it was made
  std::uint64_t in_process = 0;  // of these, messages that only its own process got
  double rate_hz = 0;            // since the look before
  double bytes_per_s = 0;
  std::uint64_t last_size_bytes = 0;
  std::int64_t last_ns = 0;             // CLOCK_REALTIME of the newest message; 0: not known
  std::uint64_t segment_bytes = 0;      // memory of its segment
  std::vector<SeenMessage> messages{};  // since the look before, if they were asked for
};

/// A message that a subscription holds.
struct Held {
  std::optional<std::uint64_t> sequence;  // none: the publisher's ring does not name it any more
  std::uint64_t size_bytes = 0;
  double since_s = 0;  // since the first look that saw it
};

/// A match over shared memory.
struct SeenMatch {
  std::string publisher_participant;
  std::uint64_t publisher = 0;
  bool reading = false;      // false: the match is only beginning
  std::uint64_t behind = 0;  // messages published and not yet dealt with
  std::uint64_t missed = 0;  // gone, or older than the depth, when the subscription came to them
  std::vector<Held> held{};
};

struct SeenSubscription {
  std::string participant;
  match::EndpointFacts facts;
  std::vector<SeenMatch> matches{};
};

struct Snapshot {
  double time_s = 0;      // CLOCK_REALTIME
  double interval_s = 0;  // since the look before; 0: this is the first
  std::vector<Process> processes;
  std::vector<SeenPublisher> publishers;
  std::vector<SeenSubscription> subscriptions;
};

/// One line of JSON.
std::string to_json(const Snapshot& snapshot);

}  // namespace baton::observe
