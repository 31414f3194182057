// SPDX-License-Identifier: Apache-2.0
// The unread messages of one in-process subscription: a queue for each matched publisher.
//
// Owned by the subscription and its matches.
// Thread safety: all of it. Two light locks: one covers the queues; the other the executor, so that
// a woken thread does not find the queues locked by its waker.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <baton/counters.hpp>
#include <baton/endpoint_event.hpp>
#include <baton/match_info.hpp>

#include "base/light_lock.hpp"
#include "transport/inbox/counted_message.hpp"
#include "transport/inbox/inbox_match.hpp"
#include "transport/inbox/serial_callback.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

struct InboxLimits {
  std::size_t depth = 1;
  bool keeps_all = false;  // a message that exceeds the depth counts as lost, not as skipped
  std::size_t pin_quota = 0;
};

class Inbox {
 public:
  Inbox(const InboxLimits& limits, const msg::TypeSupport* type, EndpointCallback on_event);

  // ---- publishers ----

  /// Never blocks. Messages that exceed the depth go to `dropped`.
  void push(InboxMatch& match, MessageRef message, DroppedMessages& dropped);
  /// Whether the match takes one more message without dropping another.
  bool has_room(const InboxMatch& match) const;
  /// How many messages more it takes without dropping one.
  std::size_t room(const InboxMatch& match) const;
  bool has_taken_all(const InboxMatch& match) const;
  /// The sequence of the oldest unread message in the publisher's own memory; 0: there is none.
  std::uint64_t oldest_loan(const InboxMatch& match) const;
  /// Drops the oldest unread message, to get its memory back.
  void evict(InboxMatch& match, DroppedMessages& dropped);

  // ---- for the matching ----

  void add(std::shared_ptr<InboxMatch> match);
  /// The publisher has left: its messages are still delivered.
  void finish(const InboxMatch& match);
  void count_rejected();
  /// Counts messages that were published and never came here.
  void count_lost(std::uint64_t count);
  /// Releases all matches.
  void clear();

  // ---- the subscription ----

  bool take(Sample& sample);
  bool is_ready() const noexcept {
    // [queued/ready] waiter
    return queued_.load(std::memory_order_acquire) != 0;
  }
  /// The wait set looks at `port` until the next call of attach() has returned.
  void attach(Waitable& port, std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who);
  /// The same, but only if `former` is the wait set by now.
  bool attach_instead_of(const WaitSet* former, Waitable& port, std::shared_ptr<WaitSet> wait_set,
                         std::weak_ptr<void> who);
  std::size_t match_count() const;
  std::vector<MatchInfo> matches() const;
  SubscriptionCounters counters() const;
  Arrivals arrivals() const;
  void count_copied() noexcept { copied_.fetch_add(1, std::memory_order_relaxed); }  // a figure

  const std::shared_ptr<SerialCallback<EndpointEvent>> events;

 private:
  void change_wait_set(Waitable& port, std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who);
  /// The next message that has not expired; nullptr: there is none. `expired` becomes true when
  /// another one has.
  MessageRef pop(InboxMatch& match, DroppedMessages& dropped, bool& expired);
  void count_fallen(std::uint64_t count);
  void remove(std::size_t index, DroppedMessages& dropped);
  void deliver(InboxMatch& match, MessageRef message, Sample& sample);
  void deliver_copy(const CountedMessage& message, Sample& sample);

  const InboxLimits limits_;
  const msg::TypeSupport* const type_;
  mutable base::LightLock lock_;  // covers what follows, down to the empty line
  std::vector<std::shared_ptr<InboxMatch>> matches_;
  std::size_t next_ = 0;  // the match whose turn it is
  SubscriptionCounters counters_;
  std::uint64_t untold_ = 0;              // losses that no event has told yet
  std::atomic<std::uint32_t> queued_{0};  // messages in all queues; read without the lock

  std::mutex attach_mutex_;    // one attach() at a time
  base::LightLock bell_lock_;  // covers what follows; held while the wait set is told
  std::shared_ptr<WaitSet> wait_set_;
  Waitable* port_ = nullptr;

  std::atomic<std::uint64_t> copied_{0};
};

}  // namespace baton::transport
