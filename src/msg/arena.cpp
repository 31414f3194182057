// SPDX-License-Identifier: Apache-2.0
#include "msg/arena.hpp"

#include <algorithm>
#include <new>

#include "base/assert.hpp"
#include "base/platform.hpp"
#include "msg/arena_directory.hpp"
#include "msg/poison.hpp"

namespace baton::msg {
namespace {

constexpr std::size_t large_block_bytes = 4096;

}  // namespace

void Arena::open(void* memory, std::size_t size_bytes, std::size_t used_bytes,
                 std::atomic<std::size_t>* all_spilled_bytes) noexcept {
  close();
  used_bytes = block_footprint(used_bytes);
  BATON_ASSERT(used_bytes <= block_footprint(size_bytes), used_bytes, size_bytes);
  begin_ = reinterpret_cast<std::uintptr_t>(memory);
  BATON_ASSERT(begin_ % ContainerHeader::block_alignment == 0, begin_);
  size_bytes_ = size_bytes;
  used_bytes_ = std::min(used_bytes, size_bytes);
  spilled_blocks_ = 0;
  spilled_bytes_ = 0;
  ever_missing_bytes_ = 0;
  all_spilled_bytes_ = all_spilled_bytes;
  poison(at(used_bytes_), size_bytes_ - used_bytes_);
}

void Arena::close() noexcept {
  if (size_bytes_ == 0) return;
  unpoison(at(0), size_bytes_);
  size_bytes_ = 0;
  if (spilled_bytes_ != 0) [[unlikely]]
    forget_spilled(spilled_bytes_);
  arena_directory::forget_closed();
}

void Arena::skip_to_cache_line(std::size_t least_bytes) noexcept {
  const std::size_t left_bytes = size_bytes_ - used_bytes_;
  const std::size_t skipped_bytes = -(begin_ + used_bytes_) % base::cache_line_bytes;
  if (skipped_bytes <= left_bytes && least_bytes <= left_bytes - skipped_bytes) {
    used_bytes_ += skipped_bytes;
  } else {
    ever_missing_bytes_ += skipped_bytes;
  }
}

detail::Block Arena::allocate(std::size_t least_bytes, std::size_t wanted_bytes) noexcept {
  if (wanted_bytes >= large_block_bytes) skip_to_cache_line(least_bytes);
  const std::size_t left_bytes = size_bytes_ - used_bytes_;
  if (least_bytes <= left_bytes) {
    std::byte* const block = at(used_bytes_);
    const std::size_t size_bytes = std::min(wanted_bytes, left_bytes);
    used_bytes_ = std::min(used_bytes_ + block_footprint(size_bytes), size_bytes_);
    unpoison(block, size_bytes);
    return {block, false, size_bytes};
  }
  void* const block = ::operator new(wanted_bytes, std::nothrow);
  if (block == nullptr) return {};
  ++spilled_blocks_;
  spilled_bytes_ += wanted_bytes;
  ever_missing_bytes_ += block_footprint(wanted_bytes);
  if (all_spilled_bytes_ != nullptr) {
    all_spilled_bytes_->fetch_add(wanted_bytes, std::memory_order_relaxed);
  }
  return {block, true, wanted_bytes};
}

void Arena::forget_spilled(std::size_t size_bytes) noexcept {
  spilled_bytes_ -= size_bytes;
  if (all_spilled_bytes_ != nullptr) {
    all_spilled_bytes_->fetch_sub(size_bytes, std::memory_order_relaxed);
  }
}

bool Arena::extend(const void* block, std::size_t old_bytes, std::size_t new_bytes) noexcept {
  if (!is_last(block, old_bytes)) return false;
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(block) - begin_;
  if (new_bytes > size_bytes_ - offset) return false;
  used_bytes_ = std::min(offset + block_footprint(new_bytes), size_bytes_);
  unpoison(at(offset), new_bytes);
  return true;
}

void Arena::release(void* block, std::size_t size_bytes, bool on_heap) noexcept {
  if (on_heap) {
    spilled_blocks_ -= std::min<std::size_t>(spilled_blocks_, 1);
    // A block may be a little larger than the size that its container tells.
    forget_spilled(spilled_blocks_ == 0 ? spilled_bytes_ : std::min(spilled_bytes_, size_bytes));
    return;
  }
  if (is_last(block, size_bytes)) used_bytes_ = reinterpret_cast<std::uintptr_t>(block) - begin_;
  poison(block, size_bytes);
}

}  // namespace baton::msg
