// SPDX-License-Identifier: Apache-2.0
// What waits for one in-process subscription: a queue for each matched publisher.
//
// Owned by the subscription and its matches.
// Thread safety: all of it. Two light locks: one covers the queues; the other the executor, so that
// whoever is woken does not find the queues locked by who woke it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <baton/counters.hpp>
#include <baton/endpoint_event.hpp>
#include <baton/match_info.hpp>

#include "base/fork_guard.hpp"
#include "base/lent_count.hpp"
#include "base/light_lock.hpp"
#include "transport/in_process_message.hpp"
#include "transport/in_process_queue.hpp"
#include "transport/in_process_room.hpp"
#include "transport/in_process_voice.hpp"
#include "transport/transport.hpp"

namespace baton::transport {

class InProcessInbox;

struct InProcessLimits {
  std::size_t depth = 1;
  bool keeps_all = false;  // what exceeds the depth is lost, not skipped
  std::size_t pin_quota = 0;
};

/// A publisher and a subscription that meet by pointer. The queue and the flags belong to the lock of
/// the inbox. Owned by both and, once the subscription has let go, by the samples that are held.
class InProcessMatch final : public SampleOwner {
 public:
  InProcessMatch(std::shared_ptr<InProcessInbox> to, std::shared_ptr<InProcessRoom> from,
                 bool is_blocking)
      : inbox(std::move(to)), room(std::move(from)), blocks(is_blocking) {}

  void release(std::uint64_t token) noexcept override;
  void* take_over(std::uint64_t token) noexcept override;
  /// Samples in the publisher's memory. A figure.
  std::size_t held() const { return held_.load(std::memory_order_relaxed); }

  const std::shared_ptr<InProcessInbox> inbox;
  const std::shared_ptr<InProcessRoom> room;
  const bool blocks;              // holds the publisher back
  bool reliable = false;          // set before anybody sees the match, as is what follows
  MatchInfo publisher{};
  MatchInfo subscription{};
  std::string subscriber_name{};  // "name (pid 123)"

 private:
  friend class InProcessInbox;
  void give_back() noexcept;
  void let_go(std::shared_ptr<InProcessMatch> self) noexcept;

  const base::ForkMark fork_mark_;
  base::LentCount samples_;
  std::shared_ptr<InProcessMatch> self_;  // from let_go() to the last give_back()
  InProcessQueue queue_;
  bool closing_ = false;  // the publisher has left: drain, then let go
  bool gone_ = false;     // the subscription has let go of it
  std::atomic<std::size_t> held_{0};  // samples in the publisher's memory; a figure
};

class InProcessInbox {
 public:
  InProcessInbox(const InProcessLimits& limits, const msg::TypeSupport* type,
                 EndpointCallback on_event);

  // ---- publishers ----

  /// Never blocks. What falls out goes to `dropped`.
  void push(InProcessMatch& match, MessageRef message, DroppedMessages& dropped);
  /// How many more the match takes before something falls out.
  bool has_room(const InProcessMatch& match) const;
  bool has_taken_all(const InProcessMatch& match) const;
  /// The sequence of the oldest unread message that lies in memory of its publisher; 0: none.
  std::uint64_t oldest_loan(const InProcessMatch& match) const;
  /// Gives up the oldest unread message, for its memory.
  void evict(InProcessMatch& match, DroppedMessages& dropped);

  // ---- who makes matches ----

  void add(std::shared_ptr<InProcessMatch> match);
  /// The publisher has left: its messages are still delivered.
  void finish(const InProcessMatch& match);
  void count_rejected();
  /// Messages that were published and never came here.
  void count_lost(std::uint64_t count);
  /// Lets go of all matches.
  void clear();

  // ---- the subscription ----

  bool take(Sample& sample);
  bool is_ready() const noexcept {
    // [queued/ready] waiter
    return queued_.load(std::memory_order_acquire) != 0;
  }
  /// `port` is what the wait set looks at, until the next call has returned.
  void attach(Waitable& port, std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who);
  std::size_t match_count() const;
  std::vector<MatchInfo> matches() const;
  SubscriptionCounters counters() const;
  void count_copied() noexcept { copied_.fetch_add(1, std::memory_order_relaxed); }  // a figure

  const std::shared_ptr<Voice<EndpointEvent>> voice;

 private:
  /// The next message that has not expired; none: nullptr.
  MessageRef pop(InProcessMatch& match, DroppedMessages& dropped);
  void count_fallen(std::uint64_t count);
  void remove(std::size_t index, DroppedMessages& dropped);
  void deliver(InProcessMatch& match, MessageRef message, Sample& sample);
  void deliver_copy(const InProcessMessage& message, Sample& sample);

  const InProcessLimits limits_;
  const msg::TypeSupport* const type_;
  mutable base::LightLock lock_;  // covers what follows, down to the empty line
  std::vector<std::shared_ptr<InProcessMatch>> matches_;
  std::size_t next_ = 0;  // whose turn it is
  SubscriptionCounters counters_;
  std::uint64_t untold_ = 0;               // losses that no event has told yet
  std::atomic<std::uint32_t> queued_{0};  // messages in all queues; read without the lock

  std::mutex attach_mutex_;    // one attach() at a time
  base::LightLock bell_lock_;  // covers what follows; held while the wait set is told
  std::shared_ptr<WaitSet> wait_set_;
  Waitable* port_ = nullptr;

  std::atomic<std::uint64_t> copied_{0};
};

}  // namespace baton::transport
