// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace baton::match {

/// Of a time that limits nothing.
inline constexpr std::int64_t unlimited_ns = std::numeric_limits<std::int64_t>::max();

/// The most that a depth is served as.
inline constexpr std::size_t max_depth = 2048;

/// What an endpoint offers or requests: its QoS with every policy decided. The standard library
/// alone, because the library that implements DDS reads it too.
struct Policies {
  bool reliable = false;
  bool transient_local = false;
  bool keep_all = false;
  /// False of an endpoint elsewhere: DDS tells neither `keep_all` nor `depth`.
  bool has_history = true;
  std::uint64_t depth = 1;
  std::int64_t deadline_ns = unlimited_ns;  // between two messages
  std::int64_t lifespan_ns = unlimited_ns;  // an older message is not delivered
  bool manual_by_topic = false;             // the publisher must assert that it is alive
  std::int64_t lease_ns = unlimited_ns;     // between two assertions

  bool operator==(const Policies&) const = default;
};

}  // namespace baton::match
