// SPDX-License-Identifier: Apache-2.0
#include "all_received.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

#include "clock.hpp"

namespace perf {
namespace {

static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t));

// An absolute time of CLOCK_MONOTONIC. Not a private futex, because other processes use the word,
// too.
void sleep_while(std::atomic<uint32_t>& word, uint32_t value, int64_t deadline_ns) {
  const timespec deadline{deadline_ns / ns_per_s, deadline_ns % ns_per_s};
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, value, &deadline, nullptr, FUTEX_BITSET_MATCH_ANY);
}

void wake_all(std::atomic<uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace

void AllReceived::expect(uint64_t sequence, uint32_t subscribers) {
  last_receipt_ns_.store(0, std::memory_order_relaxed);
  missing_.store(subscribers, std::memory_order_relaxed);
  sequence_.store(sequence, std::memory_order_release);
}

void AllReceived::note(uint64_t sequence, int64_t receipt_ns) {
  if (sequence_.load(std::memory_order_acquire) != sequence) return;
  int64_t last = last_receipt_ns_.load(std::memory_order_relaxed);
  while (last < receipt_ns &&
         !last_receipt_ns_.compare_exchange_weak(last, receipt_ns, std::memory_order_relaxed)) {
  }
  if (missing_.fetch_sub(1, std::memory_order_acq_rel) == 1) wake_all(missing_);
}

std::optional<int64_t> AllReceived::wait_until(int64_t deadline_ns) {
  for (uint32_t missing; (missing = missing_.load(std::memory_order_acquire)) != 0;) {
    if (now_ns() >= deadline_ns) return std::nullopt;
    sleep_while(missing_, missing, deadline_ns);
  }
  return last_receipt_ns_.load(std::memory_order_relaxed);
}

}  // namespace perf
