// SPDX-License-Identifier: Apache-2.0
// In its steady state the data path takes nothing from the heap. This program counts.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#include <baton/baton.hpp>

#include "testing/checked_message.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace {
// Of this thread: the participant's own may be busy with a handshake.
thread_local std::uint64_t allocations = 0;

// Not inlined: seeing one of a pair without the other, GCC takes it for a mismatch.
[[gnu::noinline]] void* allocate(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void give_back(void* memory) noexcept { std::free(memory); }
}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }

namespace baton::testing {
namespace {

class Allocations : public IsolatedTest {
 protected:
  /// How many allocations 10,000 rounds make, after a warm-up.
  template <class Round>
  static std::uint64_t of(Round&& round) {
    for (int i = 0; i < 5000; ++i) round();
    const std::uint64_t before = allocations;
    for (int i = 0; i < 10'000; ++i) round();
    return allocations - before;
  }
};

TEST_F(Allocations, LoanPublishTakeAndReleaseMakeNone) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  const auto subscription = create_subscription<SmallMessage>(context, "/t", 10);
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  EXPECT_EQ(of([&] {
              auto loan = publisher->borrow_loaned_message();
              publisher->publish(std::move(loan));
              const auto sample = subscription->take();
              ASSERT_TRUE(sample);
            }),
            0u);
}

TEST_F(Allocations, PublishingACopyMakesNone) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  const auto subscription = create_subscription<SmallMessage>(context, "/t", 10);
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  const auto message = std::make_unique<SmallMessage>();
  EXPECT_EQ(of([&] { publisher->publish(*message); }), 0u);
}

TEST_F(Allocations, AnExecutorMakesNone) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  std::uint64_t count = 0;
  const auto subscription =
      create_subscription<SmallMessage>(context, "/t", 10, [&](const SmallMessage&) { ++count; });
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  executors::SingleThreadedExecutor executor(context);
  executor.add_subscription(subscription);
  const auto message = std::make_unique<SmallMessage>();
  EXPECT_EQ(of([&] {
              publisher->publish(*message);
              executor.spin_once();
            }),
            0u);
  EXPECT_EQ(count, 15'000u);
}

}  // namespace
}  // namespace baton::testing
