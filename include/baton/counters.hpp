// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <cstdint>

namespace rclcpp {

/// What a publisher has done since it was created. Snapshots; every figure only grows, except those
/// marked "(now)".
struct PublisherCounters {
  std::uint64_t published = 0;        ///< messages handed over
  std::uint64_t published_bytes = 0;  ///< their sizes, summed
  std::uint64_t loans = 0;            ///< chunks lent out
  std::uint64_t loans_failed = 0;     ///< loans refused: pool at its cap, or no memory
  std::uint64_t wakes = 0;            ///< system calls made to wake sleeping executors
  std::uint64_t compacted = 0;        ///< messages that outgrew their loan and were copied once
  std::uint64_t evicted = 0;          ///< unread messages given up because the pool was at its cap
  std::uint64_t keep_all_timeouts = 0;  ///< publications refused after max_blocking_time
  std::uint64_t rejected_peers = 0;     ///< subscriptions refused: type, QoS or protocol
  std::uint64_t committed_bytes = 0;    ///< memory of the pool (now)
  std::uint64_t chunks = 0;             ///< chunks carved from the pool (now)
  std::uint64_t pinned_chunks = 0;      ///< chunks that subscriptions hold (now)
  std::uint64_t undelivered = 0;        ///< responses whose client could not be reached in 4 s
};

/// What a subscription has seen since it was created, over all its publishers.
struct SubscriptionCounters {
  std::uint64_t received = 0;  ///< messages delivered
  std::uint64_t skipped = 0;   ///< left out because newer ones exceeded the depth
  std::uint64_t lost = 0;      ///< gone before they could be seen
  std::uint64_t copied = 0;    ///< of the received: delivered as a copy
  /// Copies for a callback that takes a `unique_ptr<M>`, or a `shared_ptr<M>` that could not have
  /// the message itself.
  std::uint64_t copied_for_callback = 0;
  std::uint64_t rejected_peers = 0;  ///< publishers refused: type, QoS or protocol
  std::uint64_t dropped_peers = 0;  ///< publishers dropped because their memory contradicted itself
  std::uint64_t undecodable = 0;    ///< of the lost: bytes from a network that are no such message
};

}  // namespace rclcpp
