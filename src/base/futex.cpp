// SPDX-License-Identifier: Apache-2.0
#include "base/futex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

namespace baton::base {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

[[gnu::hot]]
bool futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                std::int64_t timeout_ns) noexcept {
  constexpr std::int64_t second_ns = 1'000'000'000;
  const timespec timeout{timeout_ns / second_ns, timeout_ns % second_ns};
  return syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected,
                 timeout_ns < 0 ? nullptr : &timeout, nullptr, 0) == 0 ||
         errno != ETIMEDOUT;
}

[[gnu::hot]]
void futex_wake_one(std::atomic<std::uint32_t>& word) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace baton::base
