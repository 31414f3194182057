// SPDX-License-Identifier: Apache-2.0
// What participants tell each other about an endpoint, and whether two endpoints may match.
#pragma once

#include <cstdint>
#include <string>

namespace baton::shm {

/// The policies that decide what a match promises (names as in DDS and ROS 2).
struct Policy {
  bool reliable = false;
  bool transient_local = false;
  bool keep_all = false;
  std::uint64_t depth = 1;

  bool operator==(const Policy&) const = default;
};

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
  std::string text;  // says what differs and what to change
};

/// The rules of request and offer: a subscription may not ask for more than the publisher gives.
Verdict compare(const Endpoint& publisher, const Endpoint& subscription);

}  // namespace baton::shm
