// SPDX-License-Identifier: Apache-2.0
// What participants tell each other about an endpoint, and whether two endpoints may match.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace baton::shm {

inline constexpr std::int64_t unlimited_ns = std::numeric_limits<std::int64_t>::max();

/// The policies that decide what a match promises (names as in DDS and ROS 2).
struct Policy {
  bool reliable = false;
  bool transient_local = false;
  bool keep_all = false;
  std::uint64_t depth = 1;
  std::int64_t deadline_ns = unlimited_ns;  // between two messages
  std::int64_t lifespan_ns = unlimited_ns;  // an older message is not delivered
  bool manual_by_topic = false;             // the publisher must assert that it is alive
  std::int64_t lease_ns = unlimited_ns;     // between two assertions

  bool operator==(const Policy&) const = default;
};

/// In the order of baton::EndpointKind.
enum class Purpose : std::uint8_t { topic, service_request, service_reply };

struct Endpoint {
  std::uint64_t id = 0;  // within its participant
  std::string topic;
  std::string type_name;
  std::uint64_t type_hash = 0;    // what the type means
  std::uint64_t layout_hash = 0;  // where its bytes lie
  Policy policy;
  /// "RIHS01_..." of a generated type, whose `type_hash` is its first eight bytes; empty for
  /// others.
  std::string type_hash_text{};
  std::string node{};  // fully qualified; empty: made without a node
  Purpose purpose = Purpose::topic;

  bool operator==(const Endpoint&) const = default;
};

enum class Refusal {
  none,
  unknown_publisher,
  other_topic,
  incompatible_type,
  incompatible_layout,
  incompatible_qos,
  other_version,
  no_resources,
  bad_descriptor,
};

struct Verdict {
  Refusal refusal = Refusal::none;
  std::string text{};  // says what differs and what to change
  /// Of incompatible_qos: "reliability", "durability", "deadline", "liveliness".
  std::string policy{};
};

/// The rules of request and offer: a subscription may not ask for more than the publisher gives.
Verdict compare(const Endpoint& publisher, const Endpoint& subscription);

}  // namespace baton::shm
