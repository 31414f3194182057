// SPDX-License-Identifier: Apache-2.0
// The memory of a publisher: its segment, the ring and the pool in it, and how loans in it grow.
//
// Thread safety: the publisher's mutex covers the writer; the rest does not change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <baton/msg/type_support.hpp>

#include "base/sealed_memory.hpp"
#include "shm/ring_writer.hpp"
#include "transport/port/loan_arenas.hpp"
#include "transport/port/plain_loans.hpp"

namespace baton::transport {

/// How loans end: by their token, or by the address of the message.
struct LoanEnds {
  std::function<void(std::uint64_t token)> discard;
  std::function<void(void* message)> discard_at;
};

struct PublisherSegment {
  /// A segment with room for a pool of `limits`, of which only the head is committed.
  static base::Result<base::OwnMemory> create(const std::string& name,
                                              const shm::PoolLimits& limits);

  PublisherSegment(base::OwnMemory own, const msg::TypeSupport* type,
                   const shm::Retention& retention, const shm::PoolLimits& limits,
                   shm::Commit commit, std::uint64_t first_sequence, const LoanEnds& ends);
  /// Memory of a publisher whose messages may grow beyond their chunk. Heap memory counts against
  /// the pool's ceiling, too: otherwise loans that are never published could take all memory.
  std::size_t used_bytes() const { return writer.pool().carved_bytes() + arenas->spilled_bytes(); }
  bool is_over_ceiling() const { return used_bytes() > writer.pool().limits().ceiling_bytes; }
  /// Whether there is no room for another loan of a type with strings or sequences: what such loans
  /// have outside of their chunks fills it, and no unread message can be given up for one.
  bool has_no_loan() const;
  base::Error over_ceiling(const std::string& topic) const;
  /// A chunk for a message of a type with strings or sequences, whose size is not known yet.
  base::Result<shm::ChunkIndex> loan_to_grow(const msg::TypeSupport& type);
  shm::Pub& pub() { return *reinterpret_cast<shm::Pub*>(memory.data()); }

  base::OwnMemory memory;
  std::unique_ptr<LoanArenas> arenas;  // for a type with strings or sequences
  std::unique_ptr<PlainLoans> plain;   // for a generated type without strings and sequences
  shm::RingWriter writer;
};

}  // namespace baton::transport
