// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace baton::match {

/// A time that limits nothing.
inline constexpr std::int64_t unlimited_ns = std::numeric_limits<std::int64_t>::max();

/// The largest depth that is served. A larger one is served as this.
inline constexpr std::size_t max_depth = 2048;

/// What an endpoint offers or requests: its QoS with every policy decided. Includes the standard
/// library only, because the library that implements DDS uses this header, too.
struct Policies {
  bool reliable = false;
  bool transient_local = false;
  bool keep_all = false;
  /// False for an endpoint of another participant on the network: DDS tells neither `keep_all` nor
  /// `depth`.
  bool has_history = true;
  std::uint64_t depth = 1;
  std::int64_t deadline_ns = unlimited_ns;  // between two messages
  std::int64_t lifespan_ns = unlimited_ns;  // an older message is not delivered
  bool manual_by_topic = false;             // the publisher must assert that it is alive
  std::int64_t lease_ns = unlimited_ns;     // between two assertions

  bool operator==(const Policies&) const = default;
};

}  // namespace baton::match
