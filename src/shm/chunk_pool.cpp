// SPDX-License-Identifier: Apache-2.0
#include "shm/chunk_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <limits>
#include <string_view>

#include "base/assert.hpp"
#include "base/platform.hpp"

namespace baton::shm {
namespace {

constexpr std::size_t page = base::layout_page_bytes;
/// Small chunks are carved by the batch: a reclaim then frees many at once, and a commit (a system
/// call) is rare.
constexpr std::size_t batch_bytes = 64 * 1024;

/// Whole cache lines, so that there is no false sharing; of large messages whole pages; in between
/// so few sizes that free chunks find use again, and at most a sixteenth unused. Above all not
/// whole pages for a few KB: all first lines would lie in the same set of the first cache, which
/// holds 8 of them. `unit` is a power of two: a division takes tens of cycles of each loan.
constexpr std::size_t chunk_capacity(std::size_t size_bytes) {
  if (size_bytes == 0) return base::cache_line_bytes;
  const std::size_t unit = std::bit_floor(size_bytes) / 16;
  return base::round_up(size_bytes, std::clamp(unit, base::cache_line_bytes, page));
}

/// A larger chunk serves a smaller message as long as half of it is used.
constexpr std::size_t smallest_served(std::size_t capacity_bytes) {
  return capacity_bytes > base::cache_line_bytes ? capacity_bytes / 2 : 0;
}

/// Messages of so many sizes grow or vary, so more sizes will come.
constexpr std::size_t many_sizes = 8;
/// Of such messages a size leaves room for so many others.
constexpr std::size_t further_sizes = 32;

}  // namespace

base::Error does_not_fit(std::size_t size_bytes, std::size_t most_bytes, std::string_view option) {
  return {EMSGSIZE,
          fmt::format("a message of {} bytes does not fit the publisher's pool of at most {} "
                      "bytes; raise PublisherOptions::{}",
                      size_bytes, most_bytes, option)};
}

std::size_t most_pool_bytes(std::size_t size_bytes) {
  // A bound that cannot overflow: no pool is that large.
  if (size_bytes > std::numeric_limits<std::size_t>::max() / (2 * max_chunks)) {
    return std::numeric_limits<std::size_t>::max();
  }
  return base::round_up(max_chunks * chunk_capacity(size_bytes), page);
}

ChunkPool::ChunkPool(std::size_t pool_size_bytes, const PoolLimits& limits, Commit commit)
    : pool_end_bytes_(pool_offset_bytes + pool_size_bytes),
      limits_(limits),
      commit_(std::move(commit)) {
  chunks_.reserve(max_chunks);
  retired_.reserve(max_chunks);
}

base::Status ChunkPool::carve(std::size_t size_bytes) {
  const std::size_t ceiling = std::min(limits_.ceiling_bytes, pool_size_bytes());
  if (size_bytes > ceiling) return too_large(size_bytes, ceiling);
  std::size_t capacity = chunk_capacity(size_bytes);
  if (capacity > ceiling) return too_large(size_bytes, ceiling);
  // Of the largest message so far: messages with sequences may begin small.
  cap_bytes_ = std::max(
      cap_bytes_, std::min(std::max(limits_.floor_bytes, limits_.messages * capacity), ceiling));
  if (chunks_.size() == max_chunks) {
    return base::Error{0, fmt::format("all {} chunks of the publisher are in use", max_chunks)};
  }
  // A chunk of many pages begins with one, so that no other chunk has bytes in its pages: those
  // are what a subscription copies when it changes a message (docs/decisions/0019).
  const std::size_t begin =
      capacity >= batch_bytes ? base::round_up(next_offset_bytes_, page) : next_offset_bytes_;
  const std::size_t carved = begin - pool_offset_bytes;
  const std::size_t left_bytes = cap_bytes_ > carved ? cap_bytes_ - carved : 0;
  std::size_t most = max_chunks - chunks_.size();
  // A message that grows byte by byte wants a larger chunk again and again, and the chunks that it
  // has outgrown are lost to it. When half the pool is gone that way, it gets chunks to grow in.
  if (free_lists_.size() >= many_sizes) {
    most = std::max<std::size_t>(1, most / further_sizes);
    const bool half_gone = chunks_.size() > max_chunks / 2 || carved_bytes() > cap_bytes_ / 2;
    const std::size_t roomy = std::bit_ceil(capacity);
    if (half_gone && roomy <= left_bytes) capacity = roomy;
  }
  if (left_bytes < capacity) {
    const bool short_of_room = cap_bytes_ == ceiling && !limits_.why_less.empty();
    return base::Error{
        0,
        fmt::format("the publisher's pool is at its cap of {} bytes ({} chunks); {} or hold "
                    "fewer messages",
                    cap_bytes_, chunks_.size(),
                    short_of_room ? limits_.why_less : "raise PublisherOptions::pool_floor_bytes")};
  }
  const std::size_t count =
      std::min({std::max<std::size_t>(1, batch_bytes / capacity), left_bytes / capacity, most});
  const std::size_t end = begin + count * capacity;
  if (end > committed_end_bytes_) {
    const std::size_t committed_end = base::round_up(end, page);
    if (base::Status done = commit_(committed_end_bytes_, committed_end - committed_end_bytes_);
        !done) {
      return done;
    }
    committed_end_bytes_ = committed_end;
  }
  next_offset_bytes_ = begin;
  FreeList& list = free_list(capacity);
  for (std::size_t i = 0; i < count; ++i) {
    const auto chunk = static_cast<ChunkIndex>(chunks_.size());
    chunks_.push_back({next_offset_bytes_, capacity, &list, list.first, State::free});
    list.first = chunk;
    next_offset_bytes_ += capacity;
  }
  return {};
}

base::Error ChunkPool::too_large(std::size_t size_bytes, std::size_t ceiling_bytes) const {
  if (limits_.why_less.empty()) {
    return does_not_fit(size_bytes, ceiling_bytes, "pool_ceiling_bytes");
  }
  return {EMSGSIZE,
          fmt::format("a message of {} bytes does not fit the publisher's pool of at most {} "
                      "bytes; {}",
                      size_bytes, ceiling_bytes, limits_.why_less)};
}

bool ChunkPool::has_linked_for(std::size_t size_bytes) const {
  return std::any_of(chunks_.begin(), chunks_.end(), [size_bytes](const Chunk& chunk) {
    return chunk.state == State::linked && chunk.home->serves(size_bytes);
  });
}

void ChunkPool::discard(ChunkIndex chunk) {
  free(chunk, State::loaned);
  --loaned_;
}

[[gnu::always_inline]] inline void ChunkPool::free(ChunkIndex chunk, State from) {
  change(chunk, from, State::free);
  FreeList& home = *chunks_[chunk].home;
  chunks_[chunk].next = home.first;
  home.first = chunk;
}

void ChunkPool::hold(ChunkIndex chunk) {
  BATON_ASSERT(chunks_[chunk].state != State::free && !chunks_[chunk].held, chunk);
  chunks_[chunk].held = true;
}

void ChunkPool::release(ChunkIndex chunk) {
  BATON_ASSERT(chunks_[chunk].held, chunk);
  chunks_[chunk].held = false;
}

ChunkIndex ChunkPool::chunk_at(std::size_t offset_bytes) const {
  // Chunks are in the order of their offsets, because each is carved behind the last one.
  const auto at = std::lower_bound(
      chunks_.begin(), chunks_.end(), offset_bytes,
      [](const Chunk& chunk, std::size_t offset) { return chunk.offset_bytes < offset; });
  BATON_ASSERT(at != chunks_.end() && at->offset_bytes == offset_bytes, offset_bytes);
  return static_cast<ChunkIndex>(at - chunks_.begin());
}

void ChunkPool::free_unpinned(const std::uint64_t (&pins)[pin_words]) {
  std::size_t kept = 0;
  for (const ChunkIndex chunk : retired_) {
    if (chunks_[chunk].held || (pins[chunk / 64] >> (chunk % 64) & 1)) {
      retired_[kept++] = chunk;
    } else {
      free(chunk, State::retired);
    }
  }
  retired_.erase(retired_.begin() + static_cast<std::ptrdiff_t>(kept), retired_.end());
}

ChunkPool::FreeList& ChunkPool::free_list(std::size_t capacity_bytes) {
  const auto at = std::lower_bound(
      free_lists_.begin(), free_lists_.end(), capacity_bytes,
      [](const FreeList& list, std::size_t capacity) { return list.capacity_bytes < capacity; });
  if (at != free_lists_.end() && at->capacity_bytes == capacity_bytes) return *at;
  return *free_lists_.insert(at, FreeList{smallest_served(capacity_bytes), capacity_bytes});
}

}  // namespace baton::shm
