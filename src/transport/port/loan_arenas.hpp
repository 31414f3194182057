// SPDX-License-Identifier: Apache-2.0
// The loans of a publisher whose messages have strings and sequences: an arena each, and how much
// of a chunk such messages take.
//
// Owns: which loans are open. The chunks are the pool's.
// Thread safety: all of it; one small lock, a leaf. An arena itself belongs to the thread that
// fills the loan.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <baton/msg/type_support.hpp>

#include "base/light_lock.hpp"
#include "base/platform.hpp"
#include "msg/arena_directory.hpp"

namespace baton::transport {

class LoanArenas final : public msg::ArenaSource {
 public:
  /// All loans lie in `segment`. `discard` gives up the loan with that token.
  LoanArenas(const msg::TypeSupport& type, const void* segment, std::size_t size_bytes,
             std::function<void(std::uint64_t token)> discard);

  /// How much to loan for a new message: what the last ones took, and a little more.
  std::size_t expected_bytes() const;

  /// Bytes that all open loans have on the heap, because their chunks were full.
  std::size_t spilled_bytes() const {
    return spilled_bytes_.load(std::memory_order_relaxed);  // a figure
  }

  void open(std::uint64_t token, std::byte* memory, std::size_t capacity_bytes);
  /// True if the message has outgrown its chunk, so that parts of it lie on the heap.
  bool has_spilled(std::uint64_t token) const;
  /// Remembers what a message that has spilled would have needed.
  void learn(std::uint64_t token);
  /// Call this before a loan is published: its message cannot grow any more. Returns how much of
  /// the chunk the message takes.
  std::size_t seal(std::uint64_t token);
  /// Like seal(), for a loan that stays open inside this process, where its message may still grow.
  std::size_t keep(std::uint64_t token);
  /// Gives the loan up: frees what its message has on the heap.
  void drop(std::uint64_t token) noexcept;

  msg::Arena* arena_of(const void* address) noexcept override;
  void give_back(void* message) noexcept override;

 private:
  struct alignas(base::cache_line_bytes) OpenLoan {
    std::uint64_t token = 0;
    msg::Arena arena;
  };
  static_assert(sizeof(OpenLoan) == base::cache_line_bytes);
  OpenLoan& find(std::uint64_t token) const;
  void expect(std::size_t size_bytes);
  void remember(std::size_t used_bytes);
  void outgrown(const msg::Arena& arena);
  void end(OpenLoan& loan);

  const msg::TypeSupport& type_;
  const std::function<void(std::uint64_t)> discard_;
  std::atomic<std::size_t> spilled_bytes_{0};
  mutable base::LightLock lock_;                  // covers what follows
  std::vector<std::unique_ptr<OpenLoan>> open_;   // only a handful
  std::vector<std::unique_ptr<OpenLoan>> spare_;  // so that a loan costs no heap allocation
  std::size_t expected_bytes_;
  unsigned smaller_ = 0;  // messages in a row that took less than half of it
  // Last member: lookups find this object only while all others exist.
  msg::arena_directory::Registration registration_;
};

}  // namespace baton::transport
