// SPDX-License-Identifier: Apache-2.0
// Loans of publishers without shared memory: messages on the heap.
#pragma once

#include <cstddef>
#include <memory>

#include <baton/msg/type_support.hpp>

#include "base/fork_guard.hpp"
#include "transport/inbox/counted_message.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

/// What all loans of one such publisher share.
class HeapLoans final : public LoanLedger, public LoanOwner {
 public:
  void discard(std::uint64_t token) noexcept override;

 private:
  const base::ForkMark fork_mark_{};
};

/// One loan. The address of this object is its token.
class HeapLoan final : public CountedMessage {
 public:
  /// Throws std::bad_alloc. Memory of a generated type is zeroed, so that it can be destroyed
  /// whether or not a message was ever made in it.
  static HeapLoan* make(const msg::TypeSupport* type, std::size_t size_bytes,
                        std::shared_ptr<HeapLoans> loans);

  std::byte* memory() const { return memory_; }
  std::size_t capacity_bytes() const { return capacity_bytes_; }
  using CountedMessage::set_size;
  void* give_away() noexcept override;

 private:
  HeapLoan(const msg::TypeSupport* type, std::byte* memory, std::size_t capacity_bytes,
           std::shared_ptr<HeapLoans> loans);
  ~HeapLoan() override;

  const msg::TypeSupport* const type_;
  std::byte* memory_;
  const std::size_t capacity_bytes_;
};

}  // namespace baton::transport
