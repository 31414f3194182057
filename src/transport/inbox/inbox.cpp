// SPDX-License-Identifier: Apache-2.0
#include "transport/inbox/inbox.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include <baton/msg/dynamic_message.hpp>

#include "base/clock.hpp"

namespace baton::transport {
namespace {

/// Owns a copy of a message that only this reader has.
template <class Memory>
class CopyOwner : public SampleOwner {
 public:
  explicit CopyOwner(Memory owned) : memory(std::move(owned)) {}
  void release(std::uint64_t) noexcept override { delete this; }
  PrivateAnswer make_private(Sample&) noexcept override { return {true, nullptr}; }
  Memory memory;
};

}  // namespace

Inbox::Inbox(const InboxLimits& limits, const msg::TypeSupport* type, EndpointCallback on_event)
    : events(std::make_shared<SerialCallback<EndpointEvent>>(
          on_event ? std::function<void(EndpointEvent)>(std::move(on_event)) : nullptr)),
      limits_(limits),
      type_(type) {}

[[gnu::hot]] void Inbox::push(InboxMatch& match, MessageRef message, DroppedMessages& dropped) {
  bool first = false;
  {
    const std::lock_guard lock(lock_);
    if (match.gone_) return dropped.add(std::move(message));
    // Publishers that wait check for room before they push. Several of their threads may do so at
    // once, so each thread may exceed the depth by one.
    if (match.queue_.size() >= limits_.depth && !match.blocks) {
      MessageRef fallen = match.queue_.pop();
      if (!fallen->is_retained) count_fallen(1);
      dropped.add(std::move(fallen));
    } else {
      // [queued/ready] publisher: counted before it is in the queue, under the lock
      first = queued_.fetch_add(1, std::memory_order_release) == 0;
    }
    match.queue_.push(std::move(message));
  }
  // Post only for the first message: an executor that found something ready keeps looking by
  // itself.
  if (!first) return;
  const std::lock_guard lock(bell_lock_);
  if (wait_set_) wait_set_->post(*port_);
}

void Inbox::count_fallen(std::uint64_t count) {
  (limits_.keeps_all ? counters_.lost : counters_.skipped) += count;
  untold_ += count;
}

bool Inbox::has_room(const InboxMatch& match) const {
  const std::lock_guard lock(lock_);
  return match.gone_ || match.queue_.size() < limits_.depth;
}

std::size_t Inbox::room(const InboxMatch& match) const {
  const std::lock_guard lock(lock_);
  return limits_.depth - std::min(limits_.depth, match.queue_.size());
}

bool Inbox::has_taken_all(const InboxMatch& match) const {
  const std::lock_guard lock(lock_);
  return match.queue_.empty();
}

std::uint64_t Inbox::oldest_loan(const InboxMatch& match) const {
  const std::lock_guard lock(lock_);
  for (std::size_t i = 0; i < match.queue_.size(); ++i) {
    if (match.queue_[i]->ledger()) return match.queue_[i]->info.publication_sequence_number;
  }
  return 0;
}

void Inbox::evict(InboxMatch& match, DroppedMessages& dropped) {
  const std::lock_guard lock(lock_);
  if (match.queue_.empty()) return;
  dropped.add(match.queue_.pop());
  queued_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: less to find needs no order
  ++counters_.lost;
  ++untold_;
}

void Inbox::add(std::shared_ptr<InboxMatch> match) {
  const std::lock_guard lock(lock_);
  matches_.push_back(std::move(match));
}

void Inbox::remove(std::size_t index, DroppedMessages& dropped) {
  InboxMatch& match = *matches_[index];
  match.let_go(matches_[index]);
  while (!match.queue_.empty()) {
    dropped.add(match.queue_.pop());
    queued_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: less to find needs no order
  }
  matches_.erase(matches_.begin() + static_cast<std::ptrdiff_t>(index));
}

void Inbox::finish(const InboxMatch& match) {
  DroppedMessages dropped;
  std::shared_ptr<InboxMatch> removed;
  const std::lock_guard lock(lock_);
  for (std::size_t i = 0; i < matches_.size(); ++i) {
    if (matches_[i].get() != &match) continue;
    matches_[i]->closing_ = true;
    if (matches_[i]->queue_.empty()) {
      removed = matches_[i];
      remove(i, dropped);
    }
    return;
  }
}

void Inbox::count_rejected() {
  const std::lock_guard lock(lock_);
  ++counters_.rejected_peers;
}

void Inbox::count_lost(std::uint64_t count) {
  const std::lock_guard lock(lock_);
  counters_.lost += count;
  untold_ += count;
}

void Inbox::clear() {
  std::vector<std::shared_ptr<InboxMatch>> gone;
  {
    DroppedMessages dropped;
    const std::lock_guard lock(lock_);
    gone = matches_;
    while (!matches_.empty()) remove(matches_.size() - 1, dropped);
  }
  for (const auto& match : gone) match->backpressure->on_freed();
}

MessageRef Inbox::pop(InboxMatch& match, DroppedMessages& dropped, bool& expired) {
  std::int64_t now_ns = 0;
  while (!match.queue_.empty()) {
    MessageRef message = match.queue_.pop();
    // Relaxed: finding fewer messages needs no order.
    queued_.fetch_sub(1, std::memory_order_relaxed);
    if (message->expires_at_ns == CountedMessage::never) return message;
    if (now_ns == 0) now_ns = base::monotonic_ns();
    if (now_ns < message->expires_at_ns) return message;
    dropped.add(std::move(message));
    ++counters_.skipped;
    expired = true;
  }
  return {};
}

[[gnu::hot]] bool Inbox::take(Sample& sample) {
  // Lives while its message is held; that message is a sample from here on.
  InboxMatch* match = nullptr;
  std::shared_ptr<InboxMatch> removed;
  std::vector<std::shared_ptr<InboxMatch>> freed;  // of messages that had expired
  MessageRef message;
  std::uint64_t fallen = 0;
  {
    DroppedMessages dropped;
    const std::lock_guard lock(lock_);
    for (std::size_t tried = 0; tried < matches_.size() && !message;) {
      if (next_ >= matches_.size()) next_ = 0;
      match = matches_[next_].get();
      bool expired = false;
      message = pop(*match, dropped, expired);
      if (expired && match->blocks) freed.push_back(matches_[next_]);
      if (message) match->samples_.lend();
      if (match->closing_ && match->queue_.empty()) {
        removed = matches_[next_];
        remove(next_, dropped);
        continue;
      }
      ++next_;
      ++tried;
    }
    if (message) ++counters_.received;
    if (untold_ != 0) fallen = std::exchange(untold_, 0);
  }
  if (fallen != 0 && events->is_set()) {
    EndpointEvent event{EndpointEvent::Kind::message_lost};
    event.count = fallen;
    events->call(event);
  }
  for (const auto& one : freed) one->backpressure->on_freed();
  if (!message) return false;
  if (match->blocks) match->backpressure->on_freed();
  deliver(*match, std::move(message), sample);
  return true;
}

void Inbox::deliver(InboxMatch& match, MessageRef message, Sample& sample) {
  sample.size_bytes = message->size_bytes();
  sample.info = message->info;
  if (message->ledger()) {
    // Relaxed: this is only a figure, and one too many for a moment does no harm.
    if (match.held_.fetch_add(1, std::memory_order_relaxed) >= limits_.pin_quota) {
      match.held_.fetch_sub(1, std::memory_order_relaxed);
      const std::unique_ptr<InboxMatch, void (*)(InboxMatch*)> no_sample(
          &match, [](InboxMatch* lent) { lent->give_back(); });
      return deliver_copy(*message, sample);
    }
  }
  message.begin_take();
  sample.data = message->data();
  sample.owner = &match;
  sample.token = reinterpret_cast<std::uintptr_t>(message.release());
}

/// For a subscription that holds too much of the publisher's memory already.
void Inbox::deliver_copy(const CountedMessage& message, Sample& sample) {
  count_copied();
  sample.token = 0;
  if (type_ != nullptr) {
    auto* const owner = new CopyOwner(msg::DynamicMessage(*type_, message.data()));
    sample.data = static_cast<const std::byte*>(owner->memory.data());
    sample.owner = owner;
    return;
  }
  using Bytes = std::unique_ptr<std::byte[]>;
  auto* const owner = new CopyOwner(Bytes(new std::byte[message.size_bytes()]));
  std::memcpy(owner->memory.get(), message.data(), message.size_bytes());
  sample.data = owner->memory.get();
  sample.owner = owner;
}

void Inbox::attach(Waitable& port, std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who) {
  const std::lock_guard attaching(attach_mutex_);
  change_wait_set(port, std::move(wait_set), std::move(who));
}

bool Inbox::attach_instead_of(const WaitSet* former, Waitable& port,
                              std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who) {
  const std::lock_guard attaching(attach_mutex_);
  {
    const std::lock_guard lock(bell_lock_);
    if (wait_set_.get() != former) return false;
  }
  change_wait_set(port, std::move(wait_set), std::move(who));
  return true;
}

/// With attach_mutex_.
void Inbox::change_wait_set(Waitable& port, std::shared_ptr<WaitSet> wait_set,
                            std::weak_ptr<void> who) {
  std::shared_ptr<WaitSet> former;
  {
    const std::lock_guard lock(bell_lock_);
    former = std::exchange(wait_set_, nullptr);
  }
  // From here on no thread posts to `former`. Called without the lock: a wait set has a mutex of
  // its own.
  if (former) former->remove(port);
  if (!wait_set) return;
  {
    const std::lock_guard lock(bell_lock_);
    wait_set_ = wait_set;
    port_ = &port;
  }
  // Posts, so that messages which came meanwhile are found.
  wait_set->add_posted(port, std::move(who));
}

std::size_t Inbox::match_count() const {
  const std::lock_guard lock(lock_);
  return static_cast<std::size_t>(std::count_if(
      matches_.begin(), matches_.end(), [](const auto& match) { return !match->closing_; }));
}

std::vector<MatchInfo> Inbox::matches() const {
  const std::lock_guard lock(lock_);
  std::vector<MatchInfo> infos;
  for (const auto& match : matches_) {
    if (!match->closing_) infos.push_back(match->publisher);
  }
  return infos;
}

SubscriptionCounters Inbox::counters() const {
  const std::lock_guard lock(lock_);
  SubscriptionCounters counters = counters_;
  counters.copied = copied_.load(std::memory_order_relaxed);  // a figure
  return counters;
}

Arrivals Inbox::arrivals() const {
  const std::lock_guard lock(lock_);
  const std::uint64_t unread = queued_.load(std::memory_order_relaxed);  // written under lock_
  return {counters_.received + counters_.skipped + counters_.lost + unread, unread};
}

}  // namespace baton::transport
