// SPDX-License-Identifier: Apache-2.0
// Loans of a publisher without shared memory: memory of the heap, within the limits of a pool.
//
// Thread safety: all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "transport/inbox/heap_loan.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

class HeapPool {
 public:
  explicit HeapPool(const PublisherSpec& spec);

  /// At least `size_bytes`. Fails when all loans together would exceed the limits of the pool:
  /// `in_use` then completes the sentence with where the loans are and what helps. Throws
  /// std::bad_alloc.
  base::Result<Loan> loan(std::size_t size_bytes, const std::function<std::string()>& in_use);
  /// The loan with that token, which has neither been published nor discarded.
  static HeapLoan& at(std::uint64_t token) { return *reinterpret_cast<HeapLoan*>(token); }
  const std::shared_ptr<HeapLoans>& loans() const { return loans_; }

 private:
  std::size_t limit_bytes(std::size_t size_bytes);

  const msg::TypeSupport* const type_;
  const std::size_t floor_bytes_;
  const std::size_t ceiling_bytes_;
  const std::shared_ptr<HeapLoans> loans_ = std::make_shared<HeapLoans>();
  std::mutex mutex_;               // covers what follows
  std::size_t largest_bytes_ = 0;  // the largest of all loans so far
};

}  // namespace baton::transport
