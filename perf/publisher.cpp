// SPDX-License-Identifier: Apache-2.0
#include "publisher.hpp"

#include <fmt/format.h>

#include <cstring>

#include "clock.hpp"

namespace perf {
namespace {

constexpr int64_t warm_up_patience_ns = 3 * ns_per_s;
// A receipt that has not come by then counts as lost.
constexpr int64_t receipt_patience_ns = ns_per_s;

}  // namespace

Publisher::Publisher(const Options& options, unsigned index, Publication& publication, Score& score,
                     AllReceived* all_received)
    : options_(options),
      type_(options.message_type()),
      index_(index),
      publication_(publication),
      score_(score),
      all_received_(all_received) {}

void Publisher::fill(const Frame& message, MessageId id) {
  if (options_.message_init == MessageInit::all || options_.message_init == MessageInit::zero) {
    std::memset(message.payload, 0, message.payload_size_bytes);
    std::memset(message.time, 0, MessageType::time_size_bytes);
    std::memset(message.id, 0, type_.id_size_bytes());
  }
  // The pattern depends on the id field as the subscriber will find it.
  if (options_.fill != Fill::none) {
    type_.stamp_id(message, id);
    write_payload(options_.fill, type_, message, type_.raw_id(message));
  }
}

int64_t Publisher::publish_next(int64_t wake_ns, std::optional<int64_t> due_ns) {
  const std::optional<Frame> message = publication_.acquire();
  const int64_t loaned_ns = now_ns();
  if (!message) {
    note_refusal();
    return 0;
  }
  const MessageId id{index_, ++sequence_};
  fill(*message, id);
  if (all_received_ != nullptr) all_received_->expect(sequence_, options_.subscribers);
  const int64_t published_ns = now_ns();
  if (options_.fill != Fill::none) type_.stamp(*message, id, due_ns.value_or(published_ns));
  if (!publication_.publish()) {
    --sequence_;
    note_refusal();
    return 0;
  }
  const int64_t done_ns = now_ns();
  if (measuring_) {
    score_.sent.add();
    score_.loan.record(loaned_ns - wake_ns);
    score_.publish.record(done_ns - published_ns);
    score_.loop.record(done_ns - wake_ns);
  } else {
    warmed_ns_ = done_ns;
  }
  if (all_received_ == nullptr) return done_ns;
  wait_for_receipts(wake_ns);
  return now_ns();
}

void Publisher::wait_for_receipts(int64_t wake_ns) {
  const auto last_ns = all_received_->wait_until(now_ns() + receipt_patience_ns);
  if (last_ns && measuring_) score_.all_received.record(*last_ns - wake_ns);
}

void Publisher::note_refusal() {
  // Only the first messages may not be refused: later ones wait for memory that subscribers give
  // back.
  const bool first = sequence_ == 0;
  if (!first && (measuring_ || now_ns() - warmed_ns_ < warm_up_patience_ns)) {
    if (measuring_) score_.no_loan.add();
    return;
  }
  const std::string which =
      first ? "the first message"
            : fmt::format("for {} s each message", warm_up_patience_ns / ns_per_s);
  throw RunError(fmt::format("{} of {} bytes was refused: {} (in perf_test: choose a smaller {})",
                             which, type_.size_bytes, publication_.counters().refusal,
                             type_.element.empty() ? "--msg" : "--unbounded-msg-size"));
}

bool Publisher::answer(const ReceivedFrame& received) {
  const std::optional<Frame> message = publication_.acquire();
  if (!message) {
    score_.no_loan.add();
    return false;
  }
  const MessageId id = type_.id(received);
  fill(*message, id);
  type_.stamp(*message, id, type_.time_ns(received));
  if (!publication_.publish()) {
    score_.no_loan.add();
    return false;
  }
  score_.sent.add();
  return true;
}

}  // namespace perf
