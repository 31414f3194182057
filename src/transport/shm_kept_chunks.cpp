// SPDX-License-Identifier: Apache-2.0
// How a publisher over shared memory lets readers of its own process use its chunks.
#include <algorithm>
#include <mutex>

#include <baton/msg/operations.hpp>

#include "transport/shm_publisher.hpp"

namespace baton::transport {

base::Result<KeptChunk> ShmPublisher::keep(std::uint64_t token, std::size_t size_bytes) {
  if (fork_mark_.crossed()) return made_before_fork();
  LoanArenas* const arenas = segment_->arenas.get();
  const std::lock_guard lock(mutex_);
  if (closed_) return shut_down();
  if (arenas != nullptr) size_bytes = arenas->keep(token);
  if (endpoint_.policy.manual_by_topic) assert_liveliness_locked();
  ++counters_.published;
  counters_.published_bytes += size_bytes;
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
  auto borrowed =
      loan(generated ? size_bytes + msg::footprint(*type_, object.message) : size_bytes);
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
  handed_over_.emplace_back(token, std::move(self));
  return segment_->writer.data(static_cast<shm::ChunkIndex>(token));
}

/// Of a loan that ends. Whoever gets it may hold this publisher's last reference.
std::shared_ptr<OutsidePublisher> ShmPublisher::take_back(std::uint64_t token) {
  const auto at = std::find_if(handed_over_.begin(), handed_over_.end(),
                               [token](const auto& entry) { return entry.first == token; });
  if (at == handed_over_.end()) return nullptr;
  std::shared_ptr<OutsidePublisher> self = std::move(at->second);
  *at = std::move(handed_over_.back());
  handed_over_.pop_back();
  return self;
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
  close();  // before its readers go: what they have pinned would be lent out
  if (const auto callback = std::exchange(on_destroy_, nullptr)) callback();
}

}  // namespace baton::transport
