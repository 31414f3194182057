// SPDX-License-Identifier: Apache-2.0
#include "subscriber.hpp"

#include "clock.hpp"
#include "heap_count.hpp"

namespace perf {
namespace {

constexpr unsigned publisher_limit = 64;

// A publisher counts the messages of each of its topics by themselves.
size_t sequences_of(const Options& options, unsigned publishers) {
  return size_t{publishers} * options.topics;
}

}  // namespace

Subscriber::Subscriber(const Options& options, Score& score, AllReceived* all_received)
    : options_(options),
      type_(options.message_type()),
      score_(score),
      all_received_(all_received),
      checks_(sequences_of(options, options.publishers), SequenceCheck(options.warm_up + 1)),
      seen_(checks_.size(), false) {}

void Subscriber::on_message(const ReceivedFrame& message, int64_t entry_ns) {
  std::optional<uint64_t> progress = 1;
  if (options_.fill == Fill::none) {
    if (++without_number_ <= options_.warm_up * options_.expected_publishers * options_.topics) {
      return;
    }
  } else {
    if (!type_.fits(message)) {
      score_.corrupt.add();
      return;
    }
    progress = check_sequence(message, entry_ns);
    if (!progress) return;
    if (payload_is_intact(options_.fill, type_, message)) {
      score_.latency.record(entry_ns - type_.time_ns(message));
    } else {
      score_.corrupt.add();  // the time may be from another message
    }
  }
  score_.received.add();
  // Count in this thread: the last message may have come in another one.
  if (entry_ns >= count_allocations_from_ns_.load(std::memory_order_relaxed)) {
    count_heap_allocations(&score_.heap_allocations);
  }
  score_.loop.record(now_ns() - entry_ns);
  // Comes last: a thread that sees that no message is under way any more reads the figures above.
  score_.progress.add_last(*progress);
}

// A publisher of another command is seen first when it sends. Room for all that may come would be
// memory of the tool in the figures of many topics.
bool Subscriber::has_room_for(MessageId id) {
  if (id.publisher >= sequences_of(options_, publisher_limit)) return false;
  if (id.publisher >= checks_.size()) {
    checks_.resize(id.publisher + 1, SequenceCheck(options_.warm_up + 1));
    seen_.resize(checks_.size(), false);
  }
  return true;
}

SequenceCheck& Subscriber::check_of(MessageId id) {
  SequenceCheck& check = checks_[id.publisher];
  if (!seen_[id.publisher]) {
    seen_[id.publisher] = true;
    // A publisher of another command may have been running for long. What it sent before the first
    // received message is not lost.
    if (options_.publishers == 0 && id.sequence > options_.warm_up) {
      check = SequenceCheck(id.sequence);
    }
  }
  return check;
}

std::optional<uint64_t> Subscriber::check_sequence(const ReceivedFrame& message, int64_t entry_ns) {
  const MessageId id = type_.id(message);
  if (!has_room_for(id)) {
    score_.corrupt.add();
    return std::nullopt;
  }
  SequenceCheck& check = check_of(id);
  const uint64_t sequence = check.widen(id.sequence, type_.sequence_bits);
  if (all_received_ != nullptr && sequence != last_sequence_) {
    all_received_->note(sequence, entry_ns);
  }
  last_sequence_ = sequence;
  if (sequence <= options_.warm_up) return std::nullopt;
  const SequenceCheck::Verdict verdict = check.see(sequence);
  if (verdict.lost > 0) score_.lost.add(static_cast<uint64_t>(verdict.lost));
  if (verdict.lost < 0) score_.lost.subtract(1);
  if (verdict.out_of_order) score_.out_of_order.add();
  if (verdict.duplicate) score_.duplicate.add();
  return verdict.progress;
}

}  // namespace perf
