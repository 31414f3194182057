// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/data/cdr_twin.hpp"

#include <utility>

#include <baton/msg/cdr.hpp>

#include "transport/shared_memory/data/pool_room.hpp"

namespace baton::transport {

base::Result<std::unique_ptr<CdrTwin>> CdrTwin::open(const msg::TypeSupport& type,
                                                     const shm::PoolLimits& asked) {
  const shm::PoolLimits limits = fitted(asked, nullptr);
  auto memory = base::OwnMemory::create("baton-cdr", shm::pool_offset_bytes + limits.ceiling_bytes);
  if (!memory) return std::move(memory).error();
  if (base::Status done = memory->commit(0, shm::pool_offset_bytes); !done) return done.error();
  return std::unique_ptr<CdrTwin>(new CdrTwin(type, limits, std::move(*memory)));
}

void CdrTwin::begin(const shm::Retention& retention, const shm::RingWriter& original) {
  std::uint64_t first = original.head() + 1;
  original.for_each_retained([&](std::uint64_t sequence, const std::byte*, std::int64_t) {
    first = std::min(first, sequence);
  });
  writer_.emplace(
      *reinterpret_cast<shm::Pub*>(memory_.data()), memory_.size_bytes(), retention, limits_,
      [this](std::size_t offset, std::size_t size) { return memory_.commit(offset, size); }, first);
  original.for_each_retained(
      [&](std::uint64_t sequence, const std::byte* message, std::int64_t source_timestamp_ns) {
        while (writer_->head() + 1 < sequence) writer_->skip();
        (void)prepare(message);  // there is no reader yet that this could wait for
        publish(message, source_timestamp_ns);
      });
  while (writer_->head() < original.head()) writer_->skip();
}

const shm::MatchedReader* CdrTwin::prepare(const std::byte* message) {
  if (const shm::MatchedReader* slowest = writer_->overrun_reader()) return slowest;
  size_bytes_ = msg::encoded_size(type_, message);
  auto chunk = writer_->loan(size_bytes_);
  if (chunk) {
    chunk_ = *chunk;
    return nullptr;
  }
  return writer_->slowest_blocking_reader();
}

void CdrTwin::publish(const std::byte* message, std::int64_t source_timestamp_ns) {
  const std::optional<shm::ChunkIndex> chunk = std::exchange(chunk_, std::nullopt);
  if (chunk && msg::encode_message(type_, message, {writer_->data(*chunk), size_bytes_})) {
    writer_->publish(*chunk, size_bytes_, source_timestamp_ns);
    return;
  }
  if (chunk) writer_->discard(*chunk);
  writer_->skip();
  ++unencoded_;
}

void CdrTwin::assert_liveliness(std::int64_t now_ns) noexcept {
  // Relaxed: see ShmPublisher::assert_liveliness_locked().
  reinterpret_cast<shm::Pub*>(memory_.data())->asserted_ns.store(now_ns, std::memory_order_relaxed);
}

bool CdrTwin::remove_readers(std::span<const std::uint64_t> ids) {
  writer_->remove_readers(ids);
  return !writer_->readers().empty();
}

bool CdrTwin::orphan_readers(std::span<const std::uint64_t> ids) {
  writer_->orphan_readers(ids);
  return !writer_->readers().empty();
}

void CdrTwin::add_to(PublisherCounters& counters) const {
  counters.wakes += writer_->wakes();
  counters.evicted += writer_->evicted();
  counters.loans_failed += unencoded_;
  counters.committed_bytes += memory_.committed_bytes();
  counters.chunks += writer_->pool().carved_chunks();
  counters.pinned_chunks += writer_->pinned_chunks();
}

}  // namespace baton::transport
