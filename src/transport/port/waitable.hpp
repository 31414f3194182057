// SPDX-License-Identifier: Apache-2.0
// What a wait set waits for, and what says that it may have become ready.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "shm/layout.hpp"

namespace baton::transport {

/// Something to wait for, in at most one wait set at a time. is_ready() is cheap, called often, by
/// the waiting thread, with the wait set's mutex held.
class Waitable {
 public:
  virtual ~Waitable() = default;
  virtual bool is_ready() const noexcept = 0;

 private:
  friend class WaitSet;
  std::weak_ptr<void> who_;          // what a wait finds ready; set while in no wait set
  std::atomic<bool> posted_{false};  // in a list of posted ones
};

/// A word that changes whenever a waitable may have become ready. While it stands still, a waitable
/// that was found not ready is not asked again: with hundreds of topics a look reads one list and
/// one line for each topic. With a log, in which the change is noted too, it reads the log alone,
/// if there are many such topics.
struct ChangeWord {
  const std::atomic<std::uint64_t>* word = nullptr;  // null: the waitable is always asked
  std::shared_ptr<const void> memory{};              // keeps the memory in which the word lies
  std::shared_ptr<const shm::Log> log{};             // null: nothing is noted
  std::uint16_t log_place = 0;
};

/// A waitable that other processes make ready, as a wait set looks at it.
struct Polled {
  static constexpr std::uint64_t never_quiet = ~std::uint64_t{0};

  Waitable* waitable;
  const std::atomic<std::uint64_t>* word;  // of its ChangeWord
  std::uint64_t quiet_at = never_quiet;    // what the word said when it was last found not ready

  /// A message that comes between the two looks is not missed: the next look finds the word
  /// changed.
  [[gnu::hot]] bool is_ready() {
    std::uint64_t now = never_quiet;
    if (word != nullptr) {
      now = word->load(std::memory_order_acquire);  // [ring/head] reader
      if (now == quiet_at && now != never_quiet) return false;
    }
    if (waitable->is_ready()) return true;
    quiet_at = now;
    return false;
  }
};

}  // namespace baton::transport
