// SPDX-License-Identifier: Apache-2.0
#include "base/light_lock.hpp"

#include <gtest/gtest.h>
#include <time.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "base/clock.hpp"

namespace baton::base {
namespace {

TEST(LightLock, IsTakenOnceUntilItIsGivenBack) {
  LightLock lock;
  ASSERT_TRUE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock());
  lock.unlock();
  EXPECT_TRUE(lock.try_lock());
}

TEST(LightLock, LetsOneThreadInAtATime) {
  LightLock lock;
  std::uint64_t plain = 0;
  constexpr int threads = 4;
  constexpr int rounds = 20'000;
  {
    std::vector<std::jthread> crowd;
    for (int i = 0; i < threads; ++i) {
      crowd.emplace_back([&] {
        for (int round = 0; round < rounds; ++round) {
          const std::lock_guard guard(lock);
          ++plain;
        }
      });
    }
  }
  EXPECT_EQ(plain, std::uint64_t{threads} * rounds);
}

std::int64_t own_cpu_ns() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return used.tv_sec * 1'000'000'000 + used.tv_nsec;
}

TEST(LightLock, AWaiterSleepsWhileTheHolderTakesLong) {
  LightLock lock;
  std::atomic<bool> waiting{false};
  std::int64_t used_ns = 0;
  lock.lock();
  std::jthread waiter([&] {
    waiting = true;
    const std::int64_t begin_ns = own_cpu_ns();
    const std::lock_guard guard(lock);
    used_ns = own_cpu_ns() - begin_ns;
  });
  while (!waiting) std::this_thread::yield();
  const std::int64_t end_ns = monotonic_ns() + 100'000'000;
  while (monotonic_ns() < end_ns) std::this_thread::yield();
  lock.unlock();
  waiter.join();
  EXPECT_LT(used_ns, 50'000'000);
}

}  // namespace
}  // namespace baton::base
