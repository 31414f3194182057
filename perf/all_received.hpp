// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace perf {

/// With --one-in-flight: tells when the last subscriber has got a message. Lies in shared memory,
/// where all bytes zero mean that no message is awaited. One publisher, any number of subscribers;
/// no thread spins, and each wait has an end.
class AllReceived {
 public:
  /// Called by the publisher before it publishes.
  void expect(uint64_t sequence, uint32_t subscribers);
  /// Called by a subscriber once for each message. One that comes too late is not counted.
  void note(uint64_t sequence, int64_t receipt_ns);
  /// Called by the publisher. Returns the last receipt; empty when a subscriber lacks the message
  /// at the deadline.
  std::optional<int64_t> wait_until(int64_t deadline_ns);

 private:
  // [all_received] What a subscriber noted is visible to a publisher that sees that none is
  // missing.
  std::atomic<uint32_t> missing_;
  std::atomic<uint64_t> sequence_;
  std::atomic<int64_t> last_receipt_ns_;
};

}  // namespace perf
