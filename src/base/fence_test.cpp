// SPDX-License-Identifier: Apache-2.0
#include "base/fence.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>

#include <array>
#include <thread>

namespace baton::base {
namespace {

constexpr size_t words = 64;
constexpr int rounds = 1'000;

struct Side {
  struct alignas(64) Word {
    std::atomic<int> value{0};
  };
  std::array<Word, words> stored;
  std::array<int, words> seen{};

  /// Stores to one word, then looks at the other.
  void run(int round, const Side& other) {
    for (size_t i = 0; i < words; ++i) {
      stored[i].value.store(round, std::memory_order_relaxed);
      full_fence();
      seen[i] = other.stored[i].value.load(std::memory_order_relaxed);
    }
  }
};

class Meeting {
 public:
  /// Returns when both threads have called this equally often.
  void meet() {
    const int mine = arrived_.fetch_add(1, std::memory_order_seq_cst);
    const int both = mine - mine % 2 + 2;
    for (int spins = 1; arrived_.load(std::memory_order_seq_cst) < both; ++spins) {
      if (spins % 1024 == 0) std::this_thread::yield();
    }
  }

 private:
  std::atomic<int> arrived_{0};
};

/// Keeps the calling thread on the n-th processor that is allowed, if there is one: threads that
/// the system happens to put on the same one never run at the same time.
void run_on_processor(int n) {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed) || n-- != 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    ::pthread_setaffinity_np(::pthread_self(), sizeof one, &one);
    return;
  }
}

// Without the fence the store may still be in the store buffer when the load is done, on x86 too;
// then both sides can miss each other.
TEST(Fence, OneOfTwoSidesSeesTheOther) {
  Side left;
  Side right;
  Meeting meeting;
  int both_missed = 0;
  std::thread first([&] {
    run_on_processor(0);
    for (int round = 1; round <= rounds; ++round) {
      meeting.meet();
      left.run(round, right);
      meeting.meet();
      for (size_t i = 0; i < words; ++i) {
        both_missed += left.seen[i] != round && right.seen[i] != round;
      }
      meeting.meet();
    }
  });
  std::thread second([&] {
    run_on_processor(1);
    for (int round = 1; round <= rounds; ++round) {
      meeting.meet();
      right.run(round, left);
      meeting.meet();
      meeting.meet();
    }
  });
  first.join();
  second.join();
  EXPECT_EQ(both_missed, 0);
}

}  // namespace
}  // namespace baton::base
