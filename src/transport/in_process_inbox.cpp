// SPDX-License-Identifier: Apache-2.0
#include "transport/in_process_inbox.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include <baton/msg/dynamic_message.hpp>

#include "base/clock.hpp"

namespace baton::transport {
namespace {

std::uint64_t to_token(InProcessMessage* message) {
  return reinterpret_cast<std::uintptr_t>(message);
}
MessageRef from_token(std::uint64_t token) {
  return MessageRef(reinterpret_cast<InProcessMessage*>(token));
}

/// A copy that is the reader's alone.
template <class Memory>
class CopyOwner : public SampleOwner {
 public:
  explicit CopyOwner(Memory owned) : memory(std::move(owned)) {}
  void release(std::uint64_t) noexcept override { delete this; }
  Memory memory;
};

}  // namespace

[[gnu::hot]]
void InProcessMatch::release(std::uint64_t token) noexcept {
  if (fork_mark_.crossed()) return;
  {
    const MessageRef message = from_token(token);
    if (message->ledger()) held_.fetch_sub(1, std::memory_order_relaxed);  // a figure
    message.end_take();
  }
  give_back();
}

/// A sample has ended.
[[gnu::hot]]
void InProcessMatch::give_back() noexcept {
  if (samples_.give_back()) const std::shared_ptr<InProcessMatch> last = std::move(self_);
}

/// The subscription lets go: the match stays until no sample is held. Under the lock of the inbox.
void InProcessMatch::let_go(std::shared_ptr<InProcessMatch> self) noexcept {
  gone_ = true;
  self_ = std::move(self);
  if (samples_.close()) self_.reset();  // the caller has it, too
}

void* InProcessMatch::take_over(std::uint64_t token) noexcept {
  if (fork_mark_.crossed()) return nullptr;
  MessageRef message = from_token(token);
  // Who holds it alone stays alone: nobody else can hand it on.
  void* const given = message.is_only_holder() ? message->give_away() : nullptr;
  if (given == nullptr) {
    inbox->count_copied();
    (void)message.release();  // the sample goes on holding it
    return nullptr;
  }
  if (message->ledger()) held_.fetch_sub(1, std::memory_order_relaxed);
  message.end_take();
  message = {};
  give_back();
  return given;
}

InProcessInbox::InProcessInbox(const InProcessLimits& limits, const msg::TypeSupport* type,
                               EndpointCallback on_event)
    : voice(std::make_shared<Voice<EndpointEvent>>(
          on_event ? std::function<void(EndpointEvent)>(std::move(on_event)) : nullptr)),
      limits_(limits),
      type_(type) {}

[[gnu::hot]]
void InProcessInbox::push(InProcessMatch& match, MessageRef message, DroppedMessages& dropped) {
  bool first = false;
  {
    const std::lock_guard lock(lock_);
    if (match.gone_) return dropped.add(std::move(message));
    // A publisher that waits has made sure of room; several threads of it may be one more each.
    if (match.queue_.size() >= limits_.depth && !match.blocks) {
      MessageRef fallen = match.queue_.pop();
      if (!fallen->is_retained) count_fallen(1);
      dropped.add(std::move(fallen));
    } else {
      // [queued/ready] publisher: the count goes up behind what is counted
      first = queued_.fetch_add(1, std::memory_order_release) == 0;
    }
    match.queue_.push(std::move(message));
  }
  // Whoever found something ready goes on looking by itself.
  if (!first) return;
  const std::lock_guard lock(bell_lock_);
  if (wait_set_) wait_set_->post(*port_);
}

void InProcessInbox::count_fallen(std::uint64_t count) {
  (limits_.keeps_all ? counters_.lost : counters_.skipped) += count;
  untold_ += count;
}

bool InProcessInbox::has_room(const InProcessMatch& match) const {
  const std::lock_guard lock(lock_);
  return match.gone_ || match.queue_.size() < limits_.depth;
}

bool InProcessInbox::has_taken_all(const InProcessMatch& match) const {
  const std::lock_guard lock(lock_);
  return match.queue_.empty();
}

std::uint64_t InProcessInbox::oldest_loan(const InProcessMatch& match) const {
  const std::lock_guard lock(lock_);
  for (std::size_t i = 0; i < match.queue_.size(); ++i) {
    if (match.queue_[i]->ledger()) return match.queue_[i]->info.publication_sequence_number;
  }
  return 0;
}

void InProcessInbox::evict(InProcessMatch& match, DroppedMessages& dropped) {
  const std::lock_guard lock(lock_);
  if (match.queue_.empty()) return;
  dropped.add(match.queue_.pop());
  queued_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: less to find needs no order
  ++counters_.lost;
  ++untold_;
}

void InProcessInbox::add(std::shared_ptr<InProcessMatch> match) {
  const std::lock_guard lock(lock_);
  matches_.push_back(std::move(match));
}

void InProcessInbox::remove(std::size_t index, DroppedMessages& dropped) {
  InProcessMatch& match = *matches_[index];
  match.let_go(matches_[index]);
  while (!match.queue_.empty()) {
    dropped.add(match.queue_.pop());
    queued_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: less to find needs no order
  }
  matches_.erase(matches_.begin() + static_cast<std::ptrdiff_t>(index));
}

void InProcessInbox::finish(const InProcessMatch& match) {
  DroppedMessages dropped;
  std::shared_ptr<InProcessMatch> removed;
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

void InProcessInbox::count_rejected() {
  const std::lock_guard lock(lock_);
  ++counters_.rejected_peers;
}

void InProcessInbox::count_lost(std::uint64_t count) {
  const std::lock_guard lock(lock_);
  counters_.lost += count;
  untold_ += count;
}

void InProcessInbox::clear() {
  std::vector<std::shared_ptr<InProcessMatch>> gone;
  {
    DroppedMessages dropped;
    const std::lock_guard lock(lock_);
    gone = matches_;
    while (!matches_.empty()) remove(matches_.size() - 1, dropped);
  }
  for (const auto& match : gone) match->room->on_freed();
}

MessageRef InProcessInbox::pop(InProcessMatch& match, DroppedMessages& dropped) {
  std::int64_t now_ns = 0;
  while (!match.queue_.empty()) {
    MessageRef message = match.queue_.pop();
    // Relaxed: less to find needs no order.
    queued_.fetch_sub(1, std::memory_order_relaxed);
    if (message->expires_at_ns == InProcessMessage::never) return message;
    if (now_ns == 0) now_ns = base::monotonic_ns();
    if (now_ns < message->expires_at_ns) return message;
    dropped.add(std::move(message));
    ++counters_.skipped;
  }
  return {};
}

[[gnu::hot]]
bool InProcessInbox::take(Sample& sample) {
  InProcessMatch* match = nullptr;  // stays for its message, which is a sample from here on
  std::shared_ptr<InProcessMatch> removed;
  MessageRef message;
  std::uint64_t fallen = 0;
  {
    DroppedMessages dropped;
    const std::lock_guard lock(lock_);
    for (std::size_t tried = 0; tried < matches_.size() && !message;) {
      if (next_ >= matches_.size()) next_ = 0;
      match = matches_[next_].get();
      message = pop(*match, dropped);
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
  if (fallen != 0 && voice->heard()) {
    EndpointEvent event{EndpointEvent::Kind::message_lost};
    event.count = fallen;
    voice->say(event);
  }
  if (!message) return false;
  if (match->blocks) match->room->on_freed();
  deliver(*match, std::move(message), sample);
  return true;
}

void InProcessInbox::deliver(InProcessMatch& match, MessageRef message, Sample& sample) {
  sample.size_bytes = message->size_bytes();
  sample.info = message->info;
  if (message->ledger()) {
    // Relaxed: a figure, and one too many for a moment does no harm.
    if (match.held_.fetch_add(1, std::memory_order_relaxed) >= limits_.pin_quota) {
      match.held_.fetch_sub(1, std::memory_order_relaxed);
      const std::unique_ptr<InProcessMatch, void (*)(InProcessMatch*)> no_sample(
          &match, [](InProcessMatch* lent) { lent->give_back(); });
      return deliver_copy(*message, sample);
    }
  }
  message.begin_take();
  sample.data = message->data();
  sample.owner = &match;
  sample.token = to_token(message.release());
}

/// For who holds too much of a publisher's memory already.
void InProcessInbox::deliver_copy(const InProcessMessage& message, Sample& sample) {
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

void InProcessInbox::attach(Waitable& port, std::shared_ptr<WaitSet> wait_set,
                            std::weak_ptr<void> who) {
  const std::lock_guard attaching(attach_mutex_);
  std::shared_ptr<WaitSet> former;
  {
    const std::lock_guard lock(bell_lock_);
    former = std::exchange(wait_set_, nullptr);
  }
  // From here on nobody posts to it. Without the lock: a wait set has a mutex of its own.
  if (former) former->remove(port);
  if (!wait_set) return;
  {
    const std::lock_guard lock(bell_lock_);
    wait_set_ = wait_set;
    port_ = &port;
  }
  wait_set->add_posted(port, std::move(who));  // posts: what came meanwhile is found
}

std::size_t InProcessInbox::match_count() const {
  const std::lock_guard lock(lock_);
  return static_cast<std::size_t>(std::count_if(
      matches_.begin(), matches_.end(), [](const auto& match) { return !match->closing_; }));
}

std::vector<MatchInfo> InProcessInbox::matches() const {
  const std::lock_guard lock(lock_);
  std::vector<MatchInfo> infos;
  for (const auto& match : matches_) {
    if (!match->closing_) infos.push_back(match->publisher);
  }
  return infos;
}

SubscriptionCounters InProcessInbox::counters() const {
  const std::lock_guard lock(lock_);
  SubscriptionCounters counters = counters_;
  counters.copied = copied_.load(std::memory_order_relaxed);  // a figure
  return counters;
}

}  // namespace baton::transport
