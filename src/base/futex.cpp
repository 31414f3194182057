// SPDX-License-Identifier: Apache-2.0
#include "base/futex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

namespace baton::base {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

namespace {

/// ThreadSanitizer holds signals back until a thread makes a call that it knows, which this is not.
#ifdef __SANITIZE_THREAD__
constexpr std::int64_t longest_ns = 10'000'000;
void let_signals_in() { usleep(0); }
#else
constexpr std::int64_t longest_ns = -1;
void let_signals_in() {}
#endif

}  // namespace

[[gnu::hot]] bool futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                             std::int64_t timeout_ns) noexcept {
  constexpr std::int64_t second_ns = 1'000'000'000;
  const bool shortened = longest_ns > 0 && (timeout_ns < 0 || timeout_ns > longest_ns);
  const std::int64_t wait_ns = shortened ? longest_ns : timeout_ns;
  const timespec timeout{wait_ns / second_ns, wait_ns % second_ns};
  const long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected,
                              wait_ns < 0 ? nullptr : &timeout, nullptr, 0);
  if (result == 0 || errno != ETIMEDOUT) return true;
  if (shortened) let_signals_in();
  return shortened;
}

[[gnu::hot]] void futex_wake_one(std::atomic<std::uint32_t>& word) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace baton::base
