// SPDX-License-Identifier: Apache-2.0
#include "transport/in_process/in_process_publisher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <utility>

#include "base/backoff.hpp"
#include "base/clock.hpp"
#include "base/longest_wait.hpp"
#include "base/quick_clock.hpp"
#include "transport/in_process/in_process_hub.hpp"
#include "transport/inbox/heap_object.hpp"
#include "transport/port/endpoint_errors.hpp"
#include "transport/port/to_endpoint.hpp"

namespace baton::transport {

InProcessPublisher::InProcessPublisher(const PublisherSpec& spec, InProcessHost host,
                                       std::shared_ptr<InProcessHub> hub)
    : events(std::make_shared<SerialCallback<EndpointEvent>>(
          spec.on_event ? std::function<void(EndpointEvent)>(spec.on_event) : nullptr)),
      host_(std::move(host)),
      hub_(std::move(hub)),
      endpoint_(to_endpoint(spec)),
      qos_(spec.qos),
      type_(spec.type),
      max_blocking_(std::min<std::chrono::nanoseconds>(
          spec.qos.max_blocking_time(), std::chrono::nanoseconds(base::longest_wait_ns))),
      pool_(spec),
      sequence_(spec.first_sequence - 1) {
  if (endpoint_.policies.manual_by_topic && endpoint_.policies.lease_ns != match::unlimited_ns) {
    lease_ = std::make_unique<InProcessLease>(host_.loop, endpoint_.policies.lease_ns,
                                              [this](bool alive) { on_liveliness(alive); });
  }
}

InProcessPublisher::~InProcessPublisher() {
  if (fork_mark_.crossed()) return;
  hub_->remove(*this);  // no thread asks for the lease any more
  lease_.reset();
  events->stop();
}

// ---- loans ----

std::string InProcessPublisher::holders_text() const {
  const std::lock_guard lock(lock_);
  std::string text;
  for (const auto& match : readers_) {
    const std::size_t held = match->held();
    if (held != 0) {
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", match->subscriber_name, held);
    }
  }
  return text.empty() ? "no subscription" : text;
}

InProcessPublisher::LoanRoom InProcessPublisher::make_room() {
  DroppedMessages dropped;
  const std::lock_guard lock(lock_);
  InboxMatch* oldest = nullptr;
  std::uint64_t lowest = 0;
  bool any_keeps_all = false;
  for (const auto& match : readers_) {
    const std::uint64_t sequence = match->inbox->oldest_loan(*match);
    if (sequence == 0) continue;
    if (match->blocks) any_keeps_all = true;
    if (match->blocks || (oldest != nullptr && sequence >= lowest)) continue;
    oldest = match.get();
    lowest = sequence;
  }
  if (oldest == nullptr) return any_keeps_all ? LoanRoom::wait : LoanRoom::none;
  oldest->inbox->evict(*oldest, dropped);
  ++counters_.evicted;
  return LoanRoom::made;
}

base::Result<Loan> InProcessPublisher::loan_with(
    const std::function<base::Result<Loan>()>& try_loan) {
  std::optional<base::Backoff> backoff;
  for (;;) {
    auto loan = try_loan();
    // No room that readers here could make is enough for a message that never fits.
    if (loan || loan.error().code == EMSGSIZE) return loan;
    const LoanRoom room = make_room();
    if (room == LoanRoom::made) continue;
    if (!backoff) backoff.emplace(max_blocking_.count());
    if (room == LoanRoom::none || backoff->over()) return loan;
    backoff->wait();  // a release makes room, and it rings no publisher
  }
}

base::Result<Loan> InProcessPublisher::loan(std::size_t size_bytes) {
  if (fork_mark_.crossed()) return publisher_made_before_fork(endpoint_.topic);
  {
    const std::lock_guard lock(lock_);
    if (closed_) return context_shut_down(endpoint_.topic);
  }
  auto loan = loan_with([&] {
    return pool_.loan(size_bytes, [this] {
      return fmt::format("in use, held by {}; hold fewer messages", holders_text());
    });
  });
  const std::lock_guard lock(lock_);
  ++(loan ? counters_.loans : counters_.loans_failed);
  return loan;
}

const std::byte* InProcessPublisher::memory_of(std::uint64_t token) const noexcept {
  return HeapPool::at(token).memory();
}

// ---- publishing ----

/// A keep-all reader that is full. Called with the lock held.
const InboxMatch* InProcessPublisher::full_reader() const {
  for (const auto& match : readers_) {
    if (match->blocks && !match->inbox->has_room(*match)) return match.get();
  }
  return nullptr;
}

base::Status InProcessPublisher::wait_for_room(const std::optional<Deadline>& limit) {
  if (fork_mark_.crossed()) return publisher_made_before_fork(endpoint_.topic);
  {
    const std::lock_guard lock(lock_);
    if (closed_) return context_shut_down(endpoint_.topic);
    if (!keeps_all() || full_reader() == nullptr) return {};
  }
  const bool done = backpressure_->wait_until(limit.value_or(deadline()), [this] {
    const std::lock_guard lock(lock_);
    return closed_ || full_reader() == nullptr;
  });
  const std::lock_guard lock(lock_);
  if (closed_) return context_shut_down(endpoint_.topic);
  if (done) return {};
  ++counters_.keep_all_timeouts;
  const InboxMatch* const full = full_reader();
  return keeps_all_and_is_behind(endpoint_.topic,
                                 full != nullptr ? full->subscriber_name : "a subscription");
}

base::Result<std::uint64_t> InProcessPublisher::publish(std::uint64_t token,
                                                        std::size_t size_bytes) {
  if (base::Status room = wait_for_room(); !room) return std::move(room).error();
  HeapLoan* const loan = &HeapPool::at(token);
  loan->set_size(type_ == nullptr ? size_bytes : type_->size_bytes);
  return deliver(MessageRef(loan), true);
}

base::Result<std::uint64_t> InProcessPublisher::publish_object(const OwnedObject& object) {
  if (base::Status room = wait_for_room(); !room) return std::move(room).error();
  return deliver(MessageRef(new HeapObject(object)), true);
}

[[gnu::hot]] std::uint64_t InProcessPublisher::deliver(MessageRef message, bool counts) {
  const std::int64_t now_ns = base::quick_realtime_ns();
  message->info.source_timestamp_ns = now_ns;
  message->info.publisher_gid = gid_;
  message->info.from_intra_process = true;
  if (endpoint_.policies.lifespan_ns != match::unlimited_ns) {
    message->expires_at_ns = base::monotonic_ns() + endpoint_.policies.lifespan_ns;
  }
  if (lease_) lease_->assert_alive();
  DroppedMessages dropped;
  const std::lock_guard lock(lock_);
  if (closed_) {
    dropped.add(std::move(message));
    return 0;
  }
  message->info.publication_sequence_number = ++sequence_;
  if (counts) count(message->size_bytes());
  figures_->last_ns.store(now_ns, std::memory_order_relaxed);
  if (retains()) retain(message, dropped);
  for (std::size_t i = 0; i < readers_.size(); ++i) {
    // The last reader gets the publisher's own hold, so that a single reader is the only holder.
    const bool last = i + 1 == readers_.size();
    InboxMatch& reader = *readers_[i];
    reader.inbox->push(reader, last ? std::move(message) : message.share(), dropped);
  }
  if (message) dropped.add(std::move(message));
  return sequence_;
}

/// Called with the lock held.
void InProcessPublisher::count(std::size_t size_bytes) {
  ++counters_.published;
  counters_.published_bytes += size_bytes;
  shm::add(figures_->delivered, 1);
  shm::add(figures_->delivered_bytes, size_bytes);
}

// ---- objects of adapted types ----

bool InProcessPublisher::has_reader_of(const AdaptedType& type) const {
  if (!has_readers()) return false;
  const std::lock_guard lock(lock_);
  return std::any_of(readers_.begin(), readers_.end(),
                     [&](const auto& match) { return match->adapted == &type; });
}

bool InProcessPublisher::wants_message_besides(const AdaptedType& type) const {
  if (retains()) return true;
  const std::lock_guard lock(lock_);
  return std::any_of(readers_.begin(), readers_.end(),
                     [&](const auto& match) { return match->adapted != &type; });
}

base::Result<std::uint64_t> InProcessPublisher::publish_adapted(const AdaptedObject& object) {
  if (base::Status room = wait_for_room(); !room) return std::move(room).error();
  OwnedMessage message;
  if (wants_message_besides(*object.type)) message = OwnedMessage(object.make_message());
  return deliver_adapted(object, std::move(message), true);
}

void InProcessPublisher::stamp(CountedMessage& message, std::int64_t now_ns) const {
  message.info.source_timestamp_ns = now_ns;
  message.info.publisher_gid = gid_;
  message.info.from_intra_process = true;
  if (endpoint_.policies.lifespan_ns != match::unlimited_ns) {
    message.expires_at_ns = base::monotonic_ns() + endpoint_.policies.lifespan_ns;
  }
}

std::uint64_t InProcessPublisher::deliver_adapted(const AdaptedObject& object, OwnedMessage message,
                                                  bool counts) {
  MessageRef others;
  if (message) {
    others = MessageRef(new HeapObject(message.get()));
    message.release();
  }
  MessageRef adapted(new HeapObject(object.owned()));
  const std::int64_t now_ns = base::quick_realtime_ns();
  stamp(*adapted, now_ns);
  if (others) stamp(*others, now_ns);
  if (lease_) lease_->assert_alive();
  DroppedMessages dropped;
  const std::lock_guard lock(lock_);
  if (!closed_) {
    adapted->info.publication_sequence_number = ++sequence_;
    if (others) others->info.publication_sequence_number = sequence_;
    if (counts) count(others ? others->size_bytes() : 0);
    figures_->last_ns.store(now_ns, std::memory_order_relaxed);
    if (retains() && others) retain(others, dropped);
    // The last reader of the object gets the publisher's own hold, so that a single one is the only
    // holder.
    InboxMatch* last = nullptr;
    for (const auto& reader : readers_) {
      if (reader->adapted == object.type) {
        if (last != nullptr) last->inbox->push(*last, adapted.share(), dropped);
        last = reader.get();
      } else if (others) {
        reader->inbox->push(*reader, others.share(), dropped);
      }
    }
    if (last != nullptr) last->inbox->push(*last, std::move(adapted), dropped);
  }
  if (adapted) dropped.add(std::move(adapted));
  if (others) dropped.add(std::move(others));
  return closed_ ? 0 : sequence_;
}

void InProcessPublisher::retain(const MessageRef& message, DroppedMessages& dropped) {
  if (history_.size() == endpoint_.policies.depth) dropped.add(history_.pop());
  history_.push(message.share());
}

void InProcessPublisher::assert_liveliness() noexcept {
  if (lease_ && !fork_mark_.crossed()) lease_->assert_alive();
}

void InProcessPublisher::on_liveliness(bool alive) {
  if (!alive) events->post(*host_.loop, EndpointEvent{EndpointEvent::Kind::liveliness_lost});
  hub_->tell_liveliness(*this);
}

// ---- matches ----

void InProcessPublisher::add_reader(std::shared_ptr<InboxMatch> match, std::size_t depth,
                                    bool wants_history) {
  DroppedMessages dropped;
  const std::lock_guard lock(lock_);
  if (wants_history) {
    const std::size_t count = std::min(depth, history_.size());
    for (std::size_t i = history_.size() - count; i < history_.size(); ++i) {
      match->inbox->push(*match, history_[i].share(), dropped);
    }
  }
  readers_.push_back(std::move(match));
  reader_count_.store(readers_.size(), std::memory_order_relaxed);
}

std::shared_ptr<InboxMatch> InProcessPublisher::remove_reader(const Inbox& inbox) {
  std::shared_ptr<InboxMatch> removed;
  {
    const std::lock_guard lock(lock_);
    const auto at = std::find_if(readers_.begin(), readers_.end(),
                                 [&](const auto& match) { return match->inbox.get() == &inbox; });
    if (at == readers_.end()) return nullptr;
    removed = std::move(*at);
    readers_.erase(at);
    reader_count_.store(readers_.size(), std::memory_order_relaxed);
  }
  backpressure_->on_freed();
  return removed;
}

bool InProcessPublisher::has_reader(const Inbox& inbox) const {
  const std::lock_guard lock(lock_);
  return std::any_of(readers_.begin(), readers_.end(),
                     [&](const auto& match) { return match->inbox.get() == &inbox; });
}

void InProcessPublisher::count_rejected() {
  const std::lock_guard lock(lock_);
  ++counters_.rejected_peers;
}

void InProcessPublisher::close() {
  {
    const std::lock_guard lock(lock_);
    closed_ = true;
  }
  backpressure_->on_freed();
}

std::size_t InProcessPublisher::least_room_inside() const {
  const std::lock_guard lock(lock_);
  std::optional<std::size_t> least;
  for (const auto& reader : readers_) {
    const std::size_t room = reader->inbox->room(*reader);
    least = std::min(least.value_or(room), room);
  }
  return least.value_or(0);
}

bool InProcessPublisher::all_taken() const {
  const std::lock_guard lock(lock_);
  return std::all_of(readers_.begin(), readers_.end(), [](const auto& match) {
    return !match->reliable || match->inbox->has_taken_all(*match);
  });
}

std::size_t InProcessPublisher::match_count() const {
  const std::lock_guard lock(lock_);
  return readers_.size();
}

std::vector<MatchInfo> InProcessPublisher::matches() const {
  const std::lock_guard lock(lock_);
  std::vector<MatchInfo> infos;
  for (const auto& match : readers_) infos.push_back(match->subscription);
  return infos;
}

PublisherCounters InProcessPublisher::counters() const {
  const std::lock_guard lock(lock_);
  PublisherCounters counters = counters_;
  // Relaxed: these are only figures.
  counters.committed_bytes = pool_.loans()->bytes.load(std::memory_order_relaxed);
  counters.chunks = pool_.loans()->loans.load(std::memory_order_relaxed);
  counters.pinned_chunks = pool_.loans()->taken.load(std::memory_order_relaxed);
  return counters;
}

}  // namespace baton::transport
