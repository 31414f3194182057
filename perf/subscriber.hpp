// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "communicator.hpp"
#include "options.hpp"
#include "scoreboard.hpp"
#include "sequence_check.hpp"

namespace perf {

/// One subscriber's side of the measurement.
/// Messages of the warm-up do not count; they are known by their numbers, or by their count when
/// messages carry none.
class Subscriber final : public MessageHandler {
 public:
  /// `all_received`: if not null, the subscriber notes there what it has got.
  Subscriber(const Options& options, Score& score, AllReceived* all_received = nullptr);

  void on_message(const ReceivedFrame& message, int64_t entry_ns) override;

  /// The heap allocations of each receiving thread count from its first message after this time.
  void count_allocations_from(int64_t time_ns) {
    count_allocations_from_ns_.store(time_ns, std::memory_order_relaxed);
  }

  /// The number of the last message, for round trips.
  uint64_t last_sequence() const { return last_sequence_; }

 private:
  /// False if no publisher has this number.
  bool has_room_for(MessageId id);
  SequenceCheck& check_of(MessageId id);
  /// How far the message brings its publisher's highest number; empty if the message does not
  /// count.
  std::optional<uint64_t> check_sequence(const ReceivedFrame& message, int64_t entry_ns);

  const Options& options_;
  const MessageType type_;
  Score& score_;
  AllReceived* const all_received_;
  // One for each publisher and topic that was seen, at least for those of this command.
  std::vector<SequenceCheck> checks_;
  std::vector<bool> seen_;
  uint64_t without_number_ = 0;
  uint64_t last_sequence_ = 0;
  // The worker's main thread writes this, and the receiving thread reads it. Relaxed: it sees it
  // one message later at most.
  std::atomic<int64_t> count_allocations_from_ns_{std::numeric_limits<int64_t>::max()};
};

}  // namespace perf
