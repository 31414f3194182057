// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "communicator.hpp"
#include "options.hpp"
#include "scoreboard.hpp"

namespace perf {

/// One publisher's side of the measurement. Nothing here allocates, prints or locks.
class Publisher {
 public:
  /// `all_received`: if not null, the publisher waits for it after each message.
  Publisher(const Options& options, unsigned index, Publication& publication, Score& score,
            AllReceived* all_received = nullptr);

  /// Loans, fills, stamps and publishes one message. `wake_ns` is when this turn began; `due_ns`,
  /// if given, is the message's stamp instead of the time before publish(). Returns
  /// when it ended, or 0 when there was no chunk or it was refused. Throws RunError when that is
  /// not expected to change: the first message was refused, or those of the warm-up for seconds.
  int64_t publish_next(int64_t wake_ns, std::optional<int64_t> due_ns = std::nullopt);

  /// Like publish_next(), with the time and the id of a received message: answers a round trip.
  bool answer(const ReceivedFrame& received);

  /// From now on published messages count.
  void start_measuring() { measuring_ = true; }
  uint64_t last_sequence() const { return sequence_; }
  Score& score() { return score_; }

 private:
  void fill(const Frame& message, MessageId id);
  void note_refusal();
  void wait_for_receipts(int64_t wake_ns);

  const Options& options_;
  const MessageType type_;
  unsigned index_;
  Publication& publication_;
  Score& score_;
  AllReceived* const all_received_;
  uint64_t sequence_ = 0;
  int64_t warmed_ns_ = 0;  // when the last message of the warm-up was published
  bool measuring_ = false;
};

}  // namespace perf
