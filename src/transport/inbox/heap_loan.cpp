// SPDX-License-Identifier: Apache-2.0
#include "transport/inbox/heap_loan.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include <baton/msg/operations.hpp>

namespace baton::transport {
namespace {

/// Loans of plain bytes begin at a cache line, as chunks do.
constexpr std::align_val_t alignment{64};

/// `delete` knows no alignment, and a reader that takes over a generated message ends it with
/// `delete`.
std::byte* allocate(const msg::TypeSupport* type, std::size_t size_bytes) {
  if (type == nullptr) return static_cast<std::byte*>(::operator new(size_bytes, alignment));
  void* const memory = ::operator new(size_bytes);
  std::memset(memory, 0, size_bytes);
  return static_cast<std::byte*>(memory);
}

void deallocate(const msg::TypeSupport* type, std::byte* memory) noexcept {
  type == nullptr ? ::operator delete(memory, alignment) : ::operator delete(memory);
}

}  // namespace

void HeapLoans::discard(std::uint64_t token) noexcept {
  if (fork_mark_.crossed()) return;
  const MessageRef last(reinterpret_cast<HeapLoan*>(token));
}

HeapLoan* HeapLoan::make(const msg::TypeSupport* type, std::size_t size_bytes,
                         std::shared_ptr<HeapLoans> loans) {
  const std::size_t least_bytes = type == nullptr ? 1 : type->size_bytes;
  const std::size_t capacity_bytes = std::max(size_bytes, least_bytes);
  std::byte* const memory = allocate(type, capacity_bytes);
  try {
    return new HeapLoan(type, memory, capacity_bytes, std::move(loans));
  } catch (const std::bad_alloc&) {
    deallocate(type, memory);
    throw;
  }
}

HeapLoan::HeapLoan(const msg::TypeSupport* type, std::byte* memory, std::size_t capacity_bytes,
                   std::shared_ptr<HeapLoans> loans)
    : CountedMessage(memory, capacity_bytes, std::move(loans)),
      type_(type),
      memory_(memory),
      capacity_bytes_(capacity_bytes) {
  // Relaxed: these are only figures.
  this->ledger()->loans.fetch_add(1, std::memory_order_relaxed);
  this->ledger()->bytes.fetch_add(capacity_bytes_, std::memory_order_relaxed);
}

HeapLoan::~HeapLoan() {
  ledger()->loans.fetch_sub(1, std::memory_order_relaxed);
  ledger()->bytes.fetch_sub(capacity_bytes_, std::memory_order_relaxed);
  if (memory_ == nullptr) return;
  if (type_ != nullptr && !type_->plain) msg::destroy(*type_, memory_);
  deallocate(type_, memory_);
}

void* HeapLoan::give_away() noexcept {
  return type_ == nullptr ? nullptr : std::exchange(memory_, nullptr);
}

}  // namespace baton::transport
