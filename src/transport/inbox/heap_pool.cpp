// SPDX-License-Identifier: Apache-2.0
#include "transport/inbox/heap_pool.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "shm/chunk_pool.hpp"

namespace baton::transport {

HeapPool::HeapPool(const PublisherSpec& spec)
    : type_(spec.type),
      floor_bytes_(spec.pool_floor_bytes),
      ceiling_bytes_(spec.pool_ceiling_bytes) {}

std::size_t HeapPool::limit_bytes(std::size_t size_bytes) {
  const std::lock_guard lock(mutex_);
  largest_bytes_ = std::max(largest_bytes_, size_bytes);
  return std::min(std::max(floor_bytes_, 32 * largest_bytes_), ceiling_bytes_);
}

base::Result<Loan> HeapPool::loan(std::size_t size_bytes,
                                  const std::function<std::string()>& in_use) {
  if (size_bytes > ceiling_bytes_) {
    return shm::does_not_fit(size_bytes, ceiling_bytes_, "pool_ceiling_bytes");
  }
  const std::size_t limit = limit_bytes(size_bytes);
  const std::size_t used = loans_->bytes.load(std::memory_order_relaxed);  // a figure
  if (used + size_bytes > limit) {
    return base::Error{0,
                       fmt::format("no memory for a message of {} bytes: {} of {} bytes are {}, or "
                                   "raise PublisherOptions::pool_floor_bytes",
                                   size_bytes, used, limit, in_use())};
  }
  HeapLoan* const loan = HeapLoan::make(type_, size_bytes, loans_);
  return Loan{loan->memory(), loan->capacity_bytes(), reinterpret_cast<std::uintptr_t>(loan)};
}

}  // namespace baton::transport
