// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <baton/endpoint_event.hpp>

#include "match/policies.hpp"

namespace baton::match {

/// What participants tell each other about an endpoint.
struct EndpointFacts {
  std::uint64_t id = 0;  // within its participant; 0: known by a GUID instead
  std::string topic;
  std::string type_name;
  std::uint64_t type_hash = 0;    // what the type means
  std::uint64_t layout_hash = 0;  // where its bytes lie
  Policies policies;
  /// "RIHS01_..." of a generated type; empty for a plain C++ type, and where it is not told.
  std::string type_hash_text{};
  std::string node{};  // fully qualified; empty: made without a node, or not told
  EndpointKind kind = EndpointKind::topic;
  /// The type is a generated one whose hash is not told: the DDS endpoints of ROS 2 Humble.
  bool hides_type_hash = false;

  bool has_generated_type() const { return hides_type_hash || !type_hash_text.empty(); }

  bool operator==(const EndpointFacts&) const = default;
};

}  // namespace baton::match
