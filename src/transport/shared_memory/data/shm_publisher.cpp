// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/data/shm_publisher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include <baton/msg/operations.hpp>

#include "base/assert.hpp"
#include "base/backoff.hpp"
#include "base/clock.hpp"
#include "base/erase_unordered.hpp"
#include "base/longest_wait.hpp"
#include "base/quick_clock.hpp"
#include "transport/port/endpoint_errors.hpp"
#include "transport/port/to_endpoint.hpp"
#include "transport/shared_memory/data/pool_room.hpp"

namespace baton::transport {

ShmPublisher::ShmPublisher(const PublisherSpec& spec)
    : endpoint_(to_endpoint(spec)),
      max_blocking_ns_(std::min(spec.qos.max_blocking_time().count(), base::longest_wait_ns)),
      type_(spec.type),
      pool_limits_{spec.pool_floor_bytes, 32, spec.pool_ceiling_bytes},
      in_process_(spec.in_process),
      watches_liveliness_(spec.on_event && spec.watches_liveliness),
      on_event_(spec.on_event),
      asserted_ns_(endpoint_.policies.manual_by_topic ? base::monotonic_ns() : 0),
      next_sequence_(spec.first_sequence) {}

base::Status ShmPublisher::open_segment() {
  const std::lock_guard opening(open_mutex_);
  if (is_open()) return {};
  const shm::PoolLimits limits = fitted(pool_limits_, type_);
  auto memory = PublisherSegment::create(segment_name_, limits);
  if (!memory) {
    return base::Error{memory.error().code, fmt::format("topic '{}': no memory to publish from: {}",
                                                        endpoint_.topic, memory.error().text)};
  }
  if (log_) log_place_.emplace(log_);
  const std::lock_guard lock(mutex_);
  if (closed_) return context_shut_down(endpoint_.topic);
  segment_.emplace(
      std::move(*memory), type_,
      shm::Retention{endpoint_.policies.transient_local, endpoint_.policies.depth}, limits,
      [this](std::size_t offset, std::size_t size) { return commit(offset, size); }, next_sequence_,
      LoanEnds{[this](std::uint64_t token) { discard(token); },
               [this](void* message) { discard_at(message); }});
  if (const auto* place = log_place()) segment_->writer.note_in(place->log(), place->place());
  segment_->pub().asserted_ns.store(asserted_ns(),
                                    std::memory_order_relaxed);  // not mapped yet
  figures_->without_segment.store(shm::has_segment, std::memory_order_relaxed);
  open_.store(true, std::memory_order_release);  // [segment/open] opening
  return {};
}

/// Called when the user has released the publisher. Open loans keep it.
void ShmPublisher::let_go() noexcept {
  leave();
  {
    // In a forked child there is no other thread, and none that could release the lock.
    std::unique_lock lock(mutex_, std::defer_lock);
    if (!fork_mark_.crossed()) lock.lock();
    let_go_ = true;
    if (has_loans()) return;
  }
  delete this;
}

base::Status ShmPublisher::commit(std::size_t offset_bytes, std::size_t size_bytes) {
  if (base::Status done = segment_->memory.commit(offset_bytes, size_bytes); !done) return done;
  if (on_growth_) on_growth_(offset_bytes + size_bytes);
  return {};
}

[[gnu::hot]] base::Result<Loan> ShmPublisher::loan(std::size_t size_bytes) {
  if (Loan loan; loan_at_once(size_bytes, loan)) [[likely]]
    return loan;
  return loan_within(size_bytes, std::chrono::nanoseconds(max_blocking_ns_));
}

/// Serves nearly every loan: a chunk is free. False: loan_within() has to do it.
inline bool ShmPublisher::loan_at_once(std::size_t size_bytes, Loan& loan) {
  if (fork_mark_.crossed() || !is_open()) return false;
  if (const LoanArenas* arenas = segment_->arenas.get()) {
    if (size_bytes <= type_->size_bytes) {
      if (arenas->spilled_bytes() != 0) [[unlikely]]
        return false;
      size_bytes = arenas->expected_bytes();
    }
  }
  const base::LightGuard lock(mutex_);
  shm::ChunkIndex chunk = 0;
  if (closed_ || !segment_->writer.loan_at_once(size_bytes, chunk)) return false;
  loan = begin_loan(chunk);
  return true;
}

[[gnu::always_inline]] inline Loan ShmPublisher::begin_loan(shm::ChunkIndex chunk) {
  const shm::RingWriter& writer = segment_->writer;
  ++counters_.loans;
  const Loan loan{writer.data(chunk), writer.capacity_bytes(chunk), chunk};
  if (LoanArenas* arenas = segment_->arenas.get()) {
    arenas->open(loan.token, loan.data, loan.capacity_bytes);
  }
  // publish() reads the clock while readers sleep. Reading it here fetches what it needs into the
  // caches.
  if (writer.rings()) base::quick_realtime_ns();
  return loan;
}

base::Result<Loan> ShmPublisher::loan_within(std::size_t size_bytes,
                                             std::chrono::nanoseconds max_blocking) {
  if (fork_mark_.crossed()) return publisher_made_before_fork(endpoint_.topic);
  const bool counted = max_blocking.count() != 0;
  if (!is_open()) {
    if (base::Status done = open_segment(); !done) {
      const std::lock_guard lock(mutex_);
      if (counted) ++counters_.loans_failed;
      return std::move(done).error();
    }
  }
  LoanArenas* const arenas = segment_->arenas.get();
  shm::RingWriter& writer = segment_->writer;
  const bool may_grow = arenas != nullptr && size_bytes <= type_->size_bytes;
  std::optional<base::Backoff> backoff;
  for (;;) {
    {
      const base::LightGuard lock(mutex_);
      if (closed_) return context_shut_down(endpoint_.topic);
      if (may_grow && segment_->has_no_loan()) {
        if (counted) ++counters_.loans_failed;
        return segment_->over_ceiling(endpoint_.topic);
      }
      auto chunk = may_grow ? segment_->loan_to_grow(*type_) : writer.loan(size_bytes);
      if (chunk) return begin_loan(*chunk);
      // What readers release makes no room for a message that never fits.
      const bool fits = chunk.error().code != EMSGSIZE;
      const shm::MatchedReader* slowest = fits ? writer.slowest_blocking_reader() : nullptr;
      if (slowest == nullptr) {
        if (counted) ++counters_.loans_failed;
        return std::move(chunk).error();
      }
      if (!backoff) backoff.emplace(max_blocking.count());
      if (backoff->over()) {
        if (counted) ++counters_.loans_failed;
        return base::Error{ETIMEDOUT,
                           fmt::format("topic '{}': no chunk within max_blocking_time: {} "
                                       "keeps all and has not taken its messages",
                                       endpoint_.topic, slowest->name)};
      }
    }
    backoff->wait();
  }
}

void ShmPublisher::discard(std::uint64_t token) noexcept {
  if (fork_mark_.crossed()) return;
  if (segment_->arenas) segment_->arenas->drop(token);
  std::shared_ptr<OutsidePublisher> self;  // goes last: it may be the last reference
  bool was_last = false;
  {
    const std::lock_guard lock(mutex_);
    segment_->writer.discard(static_cast<shm::ChunkIndex>(token));
    if (!handed_over_.empty()) self = handed_over_.take_back(token);
    was_last = let_go_ && !has_loans();
  }
  if (was_last) delete this;
}

const std::byte* ShmPublisher::memory_of(std::uint64_t token) const noexcept {
  return segment_->writer.data(static_cast<shm::ChunkIndex>(token));
}

/// Publishes the copy before giving up the original: on failure nothing has changed.
base::Result<std::uint64_t> ShmPublisher::publish_compacted(std::uint64_t token, const How& how) {
  const std::byte* message = nullptr;
  {
    const std::lock_guard lock(mutex_);
    message = segment_->writer.data(static_cast<shm::ChunkIndex>(token));
  }
  // Ask for more than the struct alone, because that would be a loan that may grow.
  auto larger =
      loan(std::max<std::size_t>(type_->size_bytes + 1, msg::loan_bytes(*type_, message)));
  if (!larger) return std::move(larger).error();
  OwnLoan copy{*this, larger->token};
  msg::copy(*type_, larger->data, message);
  LoanArenas& arenas = *segment_->arenas;
  BATON_ASSERT(!arenas.has_spilled(larger->token), larger->capacity_bytes);
  auto published = publish_within(larger->token, 0, how);
  if (!published) return published;
  copy.published = true;
  arenas.learn(token);
  {
    const std::lock_guard lock(mutex_);
    ++counters_.compacted;
  }
  discard(token);
  return published;
}

[[gnu::hot]] base::Result<std::uint64_t> ShmPublisher::publish(std::uint64_t token,
                                                               std::size_t size_bytes) {
  if (std::uint64_t sequence = 0; publish_at_once(token, size_bytes, sequence)) [[likely]] {
    return sequence;
  }
  return publish_within(token, size_bytes, {max_blocking_ns_, nullptr});
}

/// Like loan_at_once(): serves nearly every publication. False: publish_within() has to do it.
inline bool ShmPublisher::publish_at_once(std::uint64_t token, std::size_t size_bytes,
                                          std::uint64_t& sequence) {
  if (fork_mark_.crossed()) return false;
  if (const LoanArenas* arenas = segment_->arenas.get()) {
    if (arenas->has_spilled(token)) return false;
  }
  // Read the clock before taking the lock: a locked instruction waits until the payload has left
  // the store buffer, and meanwhile the clock can be read.
  const std::int64_t now_ns = base::quick_realtime_ns();
  const base::LightGuard lock(mutex_);
  if (closed_ || cdr_twin_ != nullptr || segment_->writer.overrun_reader() != nullptr) return false;
  sequence = publish_locked(token, size_bytes, now_ns, nullptr);
  segment_->writer.reclaim_ahead(static_cast<shm::ChunkIndex>(token));
  return true;
}

[[gnu::always_inline]] inline std::uint64_t ShmPublisher::publish_locked(std::uint64_t token,
                                                                         std::size_t size_bytes,
                                                                         std::int64_t now_ns,
                                                                         KeptChunk* kept) {
  shm::RingWriter& writer = segment_->writer;
  const auto chunk = static_cast<shm::ChunkIndex>(token);
  if (LoanArenas* arenas = segment_->arenas.get()) size_bytes = arenas->seal(token);
  if (endpoint_.policies.manual_by_topic) assert_liveliness_locked();
  ++counters_.published;
  counters_.published_bytes += size_bytes;
  if (kept != nullptr) {
    writer.hold(chunk);
    *kept = {writer.data(chunk), size_bytes, token};
  }
  return writer.publish(chunk, size_bytes, now_ns);
}

base::Result<std::uint64_t> ShmPublisher::publish_within(std::uint64_t token,
                                                         std::size_t size_bytes, const How& how) {
  if (fork_mark_.crossed()) return publisher_made_before_fork(endpoint_.topic);
  LoanArenas* const arenas = segment_->arenas.get();
  shm::RingWriter& writer = segment_->writer;
  if (arenas != nullptr && arenas->has_spilled(token)) return publish_compacted(token, how);
  std::optional<base::Backoff> backoff;
  for (;;) {
    const std::int64_t now_ns = base::quick_realtime_ns();
    {
      const base::LightGuard lock(mutex_);
      if (closed_) return context_shut_down(endpoint_.topic);
      const std::byte* message = writer.data(static_cast<shm::ChunkIndex>(token));
      const shm::MatchedReader* slowest = writer.overrun_reader();
      if (slowest == nullptr && cdr_twin_) slowest = cdr_twin_->prepare(message);
      if (slowest == nullptr) {
        const std::uint64_t sequence = publish_locked(token, size_bytes, now_ns, how.kept);
        // The chunk is not reused meanwhile: reusing it takes the mutex.
        if (cdr_twin_) cdr_twin_->publish(message, now_ns);
        return sequence;
      }
      if (writer.drop_dead_readers() || (cdr_twin_ && cdr_twin_->drop_dead_readers())) continue;
      if (!backoff) backoff.emplace(how.max_blocking_ns);
      if (backoff->over()) {
        ++counters_.keep_all_timeouts;
        return keeps_all_and_is_behind(endpoint_.topic, slowest->name);
      }
    }
    backoff->wait();
  }
}

base::Result<std::uint64_t> ShmPublisher::publish_object(const OwnedObject& object) {
  const std::size_t size_bytes = object.type->size_bytes;
  if (fork_mark_.crossed()) return publisher_made_before_fork(endpoint_.topic);
  if (const auto sequence = publish_unread(size_bytes)) {
    object.type->destroy(object.message);
    return *sequence;
  }
  auto published = publish_copy(object, std::chrono::nanoseconds(max_blocking_ns_));
  if (published) object.type->destroy(object.message);
  return published;
}

/// For a message that no subscription reads, now or later: only uses up a sequence number.
std::optional<std::uint64_t> ShmPublisher::publish_unread(std::size_t size_bytes) {
  if (endpoint_.policies.transient_local) return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (closed_ || !matches_.empty()) return std::nullopt;
  if (endpoint_.policies.manual_by_topic) assert_liveliness_locked();
  ++counters_.published;
  counters_.published_bytes += size_bytes;
  shm::add(figures_->unread_bytes, size_bytes);
  if (!segment_) {
    figures_->without_segment.store(next_sequence_, std::memory_order_relaxed);
    return next_sequence_++;
  }
  segment_->writer.skip();
  return segment_->writer.head();
}

// ---- readers in this process ----

base::Result<KeptChunk> ShmPublisher::keep(std::uint64_t token, std::size_t size_bytes) {
  if (fork_mark_.crossed()) return publisher_made_before_fork(endpoint_.topic);
  LoanArenas* const arenas = segment_->arenas.get();
  const std::lock_guard lock(mutex_);
  if (closed_) return context_shut_down(endpoint_.topic);
  if (arenas != nullptr) size_bytes = arenas->keep(token);
  if (endpoint_.policies.manual_by_topic) assert_liveliness_locked();
  ++counters_.published;
  counters_.published_bytes += size_bytes;
  shm::add(figures_->kept, 1);
  shm::add(figures_->kept_bytes, size_bytes);
  return KeptChunk{segment_->writer.data(static_cast<shm::ChunkIndex>(token)), size_bytes, token};
}

base::Result<KeptChunk> ShmPublisher::publish_and_keep(std::uint64_t token, std::size_t size_bytes,
                                                       std::chrono::nanoseconds max_blocking) {
  KeptChunk kept;
  auto published = publish_within(token, size_bytes, {max_blocking.count(), &kept});
  if (!published) return std::move(published).error();
  return kept;
}

void ShmPublisher::release_kept(std::uint64_t token) noexcept {
  if (fork_mark_.crossed()) return;
  const std::lock_guard lock(mutex_);
  segment_->writer.release(static_cast<shm::ChunkIndex>(token));
}

base::Result<std::uint64_t> ShmPublisher::publish_copy(const OwnedObject& object,
                                                       std::chrono::nanoseconds max_blocking) {
  const std::size_t size_bytes = object.type->size_bytes;
  const bool generated = type_ != nullptr;
  auto borrowed = loan(generated ? msg::loan_bytes(*type_, object.message) : size_bytes);
  if (!borrowed) return std::move(borrowed).error();
  OwnLoan copy{*this, borrowed->token};
  if (generated) {
    msg::copy(*type_, borrowed->data, object.message);
  } else {
    object.type->copy_to(borrowed->data, object.message);
  }
  auto published = publish_within(borrowed->token, size_bytes, {max_blocking.count(), nullptr});
  copy.published = static_cast<bool>(published);
  return published;
}

void* ShmPublisher::hand_over(std::uint64_t token,
                              std::shared_ptr<OutsidePublisher> self) noexcept {
  if (type_ == nullptr || fork_mark_.crossed()) return nullptr;
  const std::lock_guard lock(mutex_);
  handed_over_.add(token, std::move(self));
  return segment_->writer.data(static_cast<shm::ChunkIndex>(token));
}

void ShmPublisher::discard_at(const void* message) noexcept {
  if (fork_mark_.crossed()) return;  // the lock may be held by a thread that is not here
  std::uint64_t token = 0;
  {
    const std::lock_guard lock(mutex_);
    token = segment_->writer.chunk_at(message);
  }
  discard(token);
}

void ShmPublisher::leave() noexcept {
  if (fork_mark_.crossed()) return;
  // Before its readers are removed: otherwise chunks that they have pinned would be loaned.
  close();
  if (const auto callback = std::exchange(on_destroy_, nullptr)) callback();
}

// ---- liveliness, matches and figures ----

void ShmPublisher::assert_liveliness() noexcept {
  if (fork_mark_.crossed() || !endpoint_.policies.manual_by_topic) return;
  const std::lock_guard lock(mutex_);
  assert_liveliness_locked();
}

void ShmPublisher::assert_liveliness_locked() noexcept {
  const std::int64_t now_ns = base::monotonic_ns();
  // Relaxed: no other data depends on this time, and a reader may see it a moment late.
  asserted_ns_.store(now_ns, std::memory_order_relaxed);
  if (segment_) segment_->pub().asserted_ns.store(now_ns, std::memory_order_relaxed);
  if (cdr_twin_) cdr_twin_->assert_liveliness(now_ns);
}

std::vector<MatchInfo> ShmPublisher::matches() const {
  const std::lock_guard lock(mutex_);
  std::vector<MatchInfo> infos;
  for (const Match& match : matches_) infos.push_back(match.info);
  return infos;
}

PublisherCounters ShmPublisher::counters() const {
  const std::lock_guard lock(mutex_);
  PublisherCounters counters = counters_;
  if (!segment_) return counters;
  const shm::RingWriter& writer = segment_->writer;
  counters.wakes = writer.wakes();
  counters.evicted = writer.evicted();
  counters.committed_bytes = segment_->memory.committed_bytes();
  counters.chunks = writer.pool().carved_chunks();
  counters.pinned_chunks = writer.pinned_chunks();
  if (cdr_twin_) cdr_twin_->add_to(counters);
  return counters;
}

std::size_t ShmPublisher::committed_end_bytes() const {
  const std::lock_guard lock(mutex_);
  return shm::pool_offset_bytes + segment_->writer.pool().committed_bytes();
}

std::uint64_t ShmPublisher::add_reader(shm::MatchedReader reader, MatchInfo info) {
  const std::lock_guard lock(mutex_);
  matches_.push_back({reader.id, std::move(info)});
  match_count_.store(matches_.size(), std::memory_order_relaxed);
  return segment_->writer.add_reader(std::move(reader));
}

base::Result<std::uint64_t> ShmPublisher::add_cdr_reader(shm::MatchedReader reader,
                                                         MatchInfo info) {
  // Only this thread makes and destroys the twin; others use it under the mutex.
  std::unique_ptr<CdrTwin> made;
  if (!cdr_twin_) {
    auto opened = CdrTwin::open(*type_, pool_limits_);
    if (!opened) return std::move(opened).error();
    made = std::move(*opened);
  }
  const std::lock_guard lock(mutex_);
  if (made) {
    made->begin({endpoint_.policies.transient_local, endpoint_.policies.depth}, segment_->writer);
    made->assert_liveliness(asserted_ns());
    cdr_twin_ = std::move(made);
  }
  matches_.push_back({reader.id, std::move(info)});
  match_count_.store(matches_.size(), std::memory_order_relaxed);
  return cdr_twin_->add_reader(std::move(reader));
}

void ShmPublisher::remove_readers(std::span<const std::uint64_t> reader_ids) {
  std::unique_ptr<CdrTwin> unread;  // destroyed without the mutex
  const std::lock_guard lock(mutex_);
  if (cdr_twin_ && !cdr_twin_->remove_readers(reader_ids)) unread = std::move(cdr_twin_);
  forget_matches(reader_ids);
  segment_->writer.remove_readers(reader_ids);
}

void ShmPublisher::orphan_readers(std::span<const std::uint64_t> reader_ids) {
  std::unique_ptr<CdrTwin> unread;  // destroyed without the mutex; its pinned messages never change
  const std::lock_guard lock(mutex_);
  if (cdr_twin_ && !cdr_twin_->orphan_readers(reader_ids)) unread = std::move(cdr_twin_);
  forget_matches(reader_ids);
  segment_->writer.orphan_readers(reader_ids);
}

void ShmPublisher::forget_matches(std::span<const std::uint64_t> reader_ids) {
  base::erase_unordered_if(matches_, [reader_ids](const Match& match) {
    return std::binary_search(reader_ids.begin(), reader_ids.end(), match.reader_id);
  });
  match_count_.store(matches_.size(), std::memory_order_relaxed);
}

std::uint64_t ShmPublisher::published() const {
  const std::lock_guard lock(mutex_);
  return counters_.published;
}

std::size_t ShmPublisher::wake_those_behind() {
  const std::lock_guard lock(mutex_);
  if (!segment_) return 0;
  return segment_->writer.wake_those_behind() + (cdr_twin_ ? cdr_twin_->wake_those_behind() : 0);
}

void ShmPublisher::count_rejected() {
  const std::lock_guard lock(mutex_);
  ++counters_.rejected_peers;
}

void ShmPublisher::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

}  // namespace baton::transport
