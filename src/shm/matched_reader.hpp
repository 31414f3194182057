// SPDX-License-Identifier: Apache-2.0
// A matched subscription as its publisher sees it: a record in the peer's `Rec` segment.
//
// Owns nothing shared: the peer's mapping is kept alive by `alive`, its bells by `peer`.
// Thread safety: the publisher's mutex. Every word of the record is input: it is bounded here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "shm/bell.hpp"
#include "shm/layout.hpp"

namespace baton::shm {

struct MatchedReader {
  std::uint64_t id = 0;  // chosen by the publisher's side
  std::shared_ptr<const void> peer;
  const Rec* rec = nullptr;
  const Record* record = nullptr;
  std::uint64_t generation = 0;  // generation of the record, while this reader has it
  Bells* bells = nullptr;
  std::size_t depth = 1;
  bool blocks = false;  // reliable keep-all on both sides: its cursor holds the publisher back
  bool wants_history = false;
  bool may_pin = true;      // same uid; others copy
  std::uint64_t start = 0;  // where its cursor is taken to be while the record says `not_reading`
  /// Asks the kernel whether the process's lock is held.
  std::function<bool()> alive = [] { return true; };
  std::string name;  // "node (pid 123)", for messages
  bool dead = false;

  /// The last sequence that the subscription has dealt with, never above `head`.
  std::uint64_t cursor(std::uint64_t head) const {
    // Relaxed: with a stale cursor the publisher only keeps more.
    const std::uint64_t value = record->cursor.load(std::memory_order_relaxed);
    return std::min(value == not_reading ? start : value, head);
  }

  /// Fetches ahead what wake() will read. A hint: nothing depends on it. False: the reader polls.
  bool fetch_ahead() const noexcept {
    const std::uint32_t executor = record->executor.load(std::memory_order_relaxed);
    const Bell* bell = bells->find(executor);
    if (bell == nullptr) return false;
    __builtin_prefetch(&rec->executor[executor].armed);
    bell->fetch_ahead();
    return true;
  }

  /// [head/armed] Rings the executor that the subscription is attached to, if it sleeps.
  /// Relaxed: a subscription that attaches to another executor looks at the heads afterwards,
  /// behind a full fence.
  bool wake() const noexcept {
    const std::uint32_t executor = record->executor.load(std::memory_order_relaxed);
    Bell* bell = bells->find(executor);
    return bell != nullptr && bell->ring_if_armed(rec->executor[executor]);
  }

  /// Rings again if the reader sleeps although messages are unread: another process may have taken
  /// the ring. True if it rang.
  bool wake_if_behind(std::uint64_t head) const noexcept {
    // Second rings are for the same user only: no other process can take the ring of another user.
    if (dead || !may_pin || cursor(head) == head) return false;
    const std::uint32_t executor = record->executor.load(std::memory_order_relaxed);
    Bell* bell = bells->find(executor);
    return bell != nullptr && bell->ring_again_if_armed(rec->executor[executor]);
  }
};

/// What is left of a reader whose connection broke while its process lives: its pins.
struct Orphan {
  std::uint64_t id = 0;
  const Record* record = nullptr;
  std::uint64_t generation = 0;
  std::function<bool()> alive;  // keeps the record mapped
  std::string name;

  /// True if the orphan pins nothing any more, and never will.
  bool has_let_go() const {
    // [record/closed] publisher
    return record->generation.load(std::memory_order_acquire) != generation;
  }
};

}  // namespace baton::shm
