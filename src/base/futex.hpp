// SPDX-License-Identifier: Apache-2.0
// Sleeping on a word of this process: futex(2) with FUTEX_PRIVATE_FLAG. std::atomic::wait() knows
// no time-out, and std::condition_variable takes a mutex on both sides.
#pragma once

#include <atomic>
#include <cstdint>

namespace baton::base {

/// Sleeps while `word` is `expected`, until futex_wake_one(), a signal, or `timeout_ns` from now
/// (negative: never). May wake without a reason; false only after the time-out. Orders nothing.
bool futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                std::int64_t timeout_ns) noexcept;

/// Wakes one thread that sleeps in futex_wait(). Change the word before.
void futex_wake_one(std::atomic<std::uint32_t>& word) noexcept;

}  // namespace baton::base
