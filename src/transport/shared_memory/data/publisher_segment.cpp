// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/data/publisher_segment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace baton::transport {
namespace {

std::unique_ptr<LoanArenas> make_arenas(const msg::TypeSupport* type, const base::OwnMemory& memory,
                                        const LoanEnds& ends) {
  if (type == nullptr || type->plain) return nullptr;
  return std::make_unique<LoanArenas>(*type, memory.data(), memory.size_bytes(), ends.discard);
}

std::unique_ptr<PlainLoans> make_plain(const msg::TypeSupport* type, const base::OwnMemory& memory,
                                       const LoanEnds& ends) {
  if (type == nullptr || !type->plain) return nullptr;
  return std::make_unique<PlainLoans>(memory.data(), memory.size_bytes(), ends.discard_at);
}

}  // namespace

base::Error PublisherSegment::over_ceiling(const std::string& topic) const {
  const shm::PoolLimits& limits = writer.pool().limits();
  return {0, fmt::format("topic '{}': no memory for another loan: the publisher's pool ({} bytes) "
                         "and what its loans have outside of their chunks ({} bytes) are more than "
                         "{} bytes together; publish or give back loans sooner, or {}",
                         topic, writer.pool().carved_bytes(), arenas->spilled_bytes(),
                         limits.ceiling_bytes,
                         limits.why_less.empty() ? "raise PublisherOptions::pool_ceiling_bytes"
                                                 : limits.why_less)};
}

bool PublisherSegment::has_no_loan() const {
  return is_over_ceiling() && !writer.pool().has_linked_for(arenas->expected_bytes());
}

/// A smaller chunk than expected will do, because what does not fit spills: unread messages are
/// given up only if there is none at all, or no room for what spills.
base::Result<shm::ChunkIndex> PublisherSegment::loan_to_grow(const msg::TypeSupport& type) {
  if (is_over_ceiling()) return writer.loan(arenas->expected_bytes());
  const std::size_t least_bytes = type.size_bytes;
  const auto look = [&](bool may_evict) {
    std::size_t size_bytes = arenas->expected_bytes();
    for (;;) {
      auto chunk = writer.loan(size_bytes, may_evict);
      if (chunk || size_bytes <= least_bytes) return chunk;
      size_bytes = std::max(least_bytes, size_bytes / 2);
    }
  };
  auto chunk = look(false);
  return chunk ? std::move(chunk) : look(true);
}

base::Result<base::OwnMemory> PublisherSegment::create(const std::string& name,
                                                       const shm::PoolLimits& limits) {
  auto memory = base::OwnMemory::create(name, shm::pool_offset_bytes + limits.ceiling_bytes);
  if (!memory) return memory;
  if (base::Status done = memory->commit(0, shm::pool_offset_bytes); !done) {
    return std::move(done).error();
  }
  return memory;
}

PublisherSegment::PublisherSegment(base::OwnMemory own, const msg::TypeSupport* type,
                                   const shm::Retention& retention, const shm::PoolLimits& limits,
                                   shm::Commit commit, std::uint64_t first_sequence,
                                   const LoanEnds& ends)
    : memory(std::move(own)),
      arenas(make_arenas(type, memory, ends)),
      plain(make_plain(type, memory, ends)),
      writer(pub(), memory.size_bytes(), retention, limits, std::move(commit), first_sequence) {}

}  // namespace baton::transport
