// SPDX-License-Identifier: Apache-2.0
#include "transport/shm_publisher.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cerrno>

#include <baton/msg/operations.hpp>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "base/quick_clock.hpp"
#include "transport/shm_subscription.hpp"

namespace baton::transport {
namespace {

constexpr std::size_t round_up_to_page(std::size_t bytes) { return (bytes + 4095) / 4096 * 4096; }

/// How a keep-all publisher waits for the slowest reader: by looking again, ever less often. Readers
/// cannot ring a publisher, and should not: it would cost every release a fence.
class Backoff {
 public:
  explicit Backoff(std::int64_t limit_ns) : deadline_ns_(base::monotonic_ns() + limit_ns) {}

  bool over() const { return base::monotonic_ns() >= deadline_ns_; }

  void wait() {
    const std::int64_t left_ns = std::max<std::int64_t>(0, deadline_ns_ - base::monotonic_ns());
    const timespec pause{0, static_cast<long>(std::min(pause_ns_, left_ns))};
    nanosleep(&pause, nullptr);
    pause_ns_ = std::min(pause_ns_ * 2, longest_ns);
  }

 private:
  static constexpr std::int64_t shortest_ns = 50'000;
  static constexpr std::int64_t longest_ns = 1'000'000;
  const std::int64_t deadline_ns_;
  std::int64_t pause_ns_ = shortest_ns;
};

}  // namespace

base::Result<std::shared_ptr<ShmPublisher>> ShmPublisher::open(const PublisherSpec& spec) {
  auto memory = base::OwnMemory::create(
      "baton-pub", shm::pool_offset_bytes + round_up_to_page(spec.pool_ceiling_bytes));
  if (!memory) return std::move(memory).error();
  if (base::Status done = memory->commit(0, shm::pool_offset_bytes); !done) return done.error();
  return std::shared_ptr<ShmPublisher>(new ShmPublisher(spec, std::move(*memory)));
}

ShmPublisher::ShmPublisher(const PublisherSpec& spec, base::OwnMemory memory)
    : endpoint_(to_endpoint(spec)),
      max_blocking_ns_(spec.qos.max_blocking_time().count()),
      type_(spec.type),
      pool_limits_{spec.pool_floor_bytes, 32, spec.pool_ceiling_bytes},
      memory_(std::move(memory)),
      arenas_(type_ == nullptr || type_->plain
                  ? nullptr
                  : std::make_unique<LoanArenas>(*type_, memory_.data(), memory_.size_bytes(),
                                                 [this](std::uint64_t token) { discard(token); })),
      writer_(*reinterpret_cast<shm::Pub*>(memory_.data()), memory_.size_bytes(),
              shm::Retention{endpoint_.policy.transient_local, endpoint_.policy.depth},
              pool_limits_,
              [this](std::size_t offset, std::size_t size) { return commit(offset, size); },
              spec.first_sequence) {
  matches_.reserve(16);
}

ShmPublisher::~ShmPublisher() {
  if (on_destroy_ && !fork_mark_.crossed()) on_destroy_();
}

base::Error ShmPublisher::made_before_fork() const {
  return {0, fmt::format("topic '{}': the publisher was created before fork(): a child process needs a "
                         "Context of its own", endpoint_.topic)};
}

base::Error ShmPublisher::shut_down() const {
  return {0, fmt::format("topic '{}': the context was shut down", endpoint_.topic)};
}

base::Status ShmPublisher::commit(std::size_t offset_bytes, std::size_t size_bytes) {
  if (base::Status done = memory_.commit(offset_bytes, size_bytes); !done) return done;
  memory_.prefault(offset_bytes, size_bytes);
  if (on_growth_) on_growth_(offset_bytes + size_bytes);
  return {};
}

base::Result<Loan> ShmPublisher::loan(std::size_t size_bytes) {
  if (fork_mark_.crossed()) return made_before_fork();
  if (arenas_ && size_bytes <= type_->size_bytes) size_bytes = arenas_->expected_bytes();
  std::optional<Backoff> backoff;
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return shut_down();
      auto chunk = writer_.loan(size_bytes);
      if (chunk) {
        ++counters_.loans;
        const Loan loan{writer_.data(*chunk), writer_.capacity_bytes(*chunk), *chunk};
        if (arenas_) arenas_->open(loan.token, loan.data, loan.capacity_bytes);
        return loan;
      }
      const shm::MatchedReader* slowest = writer_.slowest_blocking_reader();
      if (slowest == nullptr) {
        ++counters_.loans_failed;
        return std::move(chunk).error();
      }
      if (!backoff) backoff.emplace(max_blocking_ns_);
      if (backoff->over()) {
        ++counters_.loans_failed;
        return base::Error{ETIMEDOUT, fmt::format("topic '{}': no chunk within max_blocking_time: {} "
                                                  "keeps all and has not taken its messages",
                                                  endpoint_.topic, slowest->name)};
      }
    }
    backoff->wait();
  }
}

void ShmPublisher::discard(std::uint64_t token) noexcept {
  if (fork_mark_.crossed()) return;
  if (arenas_) arenas_->drop(token);
  const std::lock_guard lock(mutex_);
  writer_.discard(static_cast<shm::ChunkIndex>(token));
}

/// The copy is published and the original given up only then: if it fails nothing has changed.
base::Result<std::uint64_t> ShmPublisher::publish_compacted(std::uint64_t token) {
  const std::byte* message = nullptr;
  {
    const std::lock_guard lock(mutex_);
    message = writer_.data(static_cast<shm::ChunkIndex>(token));
  }
  auto larger = loan(type_->size_bytes + msg::footprint(*type_, message));
  if (!larger) return std::move(larger).error();
  msg::copy(*type_, larger->data, message);
  BATON_ASSERT(!arenas_->has_spilled(larger->token), larger->capacity_bytes);
  auto published = publish(larger->token, 0);
  if (published) {
    arenas_->learn(token);
    const std::lock_guard lock(mutex_);
    ++counters_.compacted;
  }
  discard(published ? token : larger->token);
  return published;
}

base::Result<std::uint64_t> ShmPublisher::publish(std::uint64_t token, std::size_t size_bytes) {
  if (fork_mark_.crossed()) return made_before_fork();
  if (arenas_ && arenas_->has_spilled(token)) return publish_compacted(token);
  std::optional<Backoff> backoff;
  for (;;) {
    // Before the lock: a locked instruction waits until the payload has left the store buffer, and
    // the clock is read meanwhile.
    const std::int64_t now_ns = base::quick_realtime_ns();
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return shut_down();
      const std::byte* message = writer_.data(static_cast<shm::ChunkIndex>(token));
      const shm::MatchedReader* slowest = writer_.overrun_reader();
      if (slowest == nullptr && cdr_twin_) slowest = cdr_twin_->prepare(message);
      if (slowest == nullptr) {
        if (arenas_) size_bytes = arenas_->seal(token);
        ++counters_.published;
        counters_.published_bytes += size_bytes;
        const std::uint64_t sequence =
            writer_.publish(static_cast<shm::ChunkIndex>(token), size_bytes, now_ns);
        // Nobody reuses the chunk meanwhile: that takes the mutex.
        if (cdr_twin_) cdr_twin_->publish(message, now_ns);
        return sequence;
      }
      if (writer_.drop_dead_readers() || (cdr_twin_ && cdr_twin_->drop_dead_readers())) continue;
      if (!backoff) backoff.emplace(max_blocking_ns_);
      if (backoff->over()) {
        ++counters_.keep_all_timeouts;
        return base::Error{ETIMEDOUT, fmt::format("topic '{}': {} keeps all and is {} messages "
                                                  "behind after max_blocking_time",
                                                  endpoint_.topic, slowest->name, shm::max_depth)};
      }
    }
    backoff->wait();
  }
}

std::size_t ShmPublisher::match_count() const {
  const std::lock_guard lock(mutex_);
  return matches_.size();
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
  counters.wakes = writer_.wakes();
  counters.evicted = writer_.evicted();
  counters.committed_bytes = memory_.committed_bytes();
  counters.chunks = writer_.pool().carved_chunks();
  counters.pinned_chunks = writer_.pinned_chunks();
  if (cdr_twin_) cdr_twin_->add_to(counters);
  return counters;
}

std::size_t ShmPublisher::committed_end_bytes() const {
  const std::lock_guard lock(mutex_);
  return shm::pool_offset_bytes + writer_.pool().committed_bytes();
}

std::uint64_t ShmPublisher::add_reader(shm::MatchedReader reader, MatchInfo info) {
  const std::lock_guard lock(mutex_);
  matches_.push_back({reader.id, std::move(info)});
  return writer_.add_reader(std::move(reader));
}

base::Result<std::uint64_t> ShmPublisher::add_cdr_reader(shm::MatchedReader reader,
                                                         MatchInfo info) {
  // Only this thread makes and drops it; others see it under the mutex.
  std::unique_ptr<CdrTwin> made;
  if (!cdr_twin_) {
    auto opened = CdrTwin::open(*type_, pool_limits_);
    if (!opened) return std::move(opened).error();
    made = std::move(*opened);
  }
  const std::lock_guard lock(mutex_);
  if (made) {
    made->begin({endpoint_.policy.transient_local, endpoint_.policy.depth}, writer_);
    cdr_twin_ = std::move(made);
  }
  matches_.push_back({reader.id, std::move(info)});
  return cdr_twin_->add_reader(std::move(reader));
}

void ShmPublisher::remove_reader(std::uint64_t reader_id) {
  std::unique_ptr<CdrTwin> unread;  // goes without the mutex
  const std::lock_guard lock(mutex_);
  if (cdr_twin_ && !cdr_twin_->remove_reader(reader_id)) unread = std::move(cdr_twin_);
  std::erase_if(matches_, [&](const Match& match) { return match.reader_id == reader_id; });
  writer_.remove_reader(reader_id);
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
