// SPDX-License-Identifier: Apache-2.0
#include "publisher.hpp"

#include <cstring>

#include "clock.hpp"

namespace perf {

Publisher::Publisher(const Options& options, unsigned index, Publication& publication,
                     Score& score)
    : options_(options),
      type_(options.message_type()),
      index_(index),
      publication_(publication),
      score_(score) {}

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

int64_t Publisher::publish_next(int64_t wake_ns) {
  const std::optional<Frame> message = publication_.acquire();
  const int64_t loaned_ns = now_ns();
  if (!message) {
    if (measuring_) score_.no_loan.add();
    return 0;
  }
  const MessageId id{index_, ++sequence_};
  fill(*message, id);
  const int64_t published_ns = now_ns();
  if (options_.fill != Fill::none) type_.stamp(*message, id, published_ns);
  if (!publication_.publish()) {
    --sequence_;
    if (measuring_) score_.no_loan.add();
    return 0;
  }
  const int64_t done_ns = now_ns();
  if (measuring_) {
    score_.sent.add();
    score_.loan.record(loaned_ns - wake_ns);
    score_.publish.record(done_ns - published_ns);
    score_.loop.record(done_ns - wake_ns);
  }
  return done_ns;
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
