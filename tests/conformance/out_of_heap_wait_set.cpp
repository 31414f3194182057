// SPDX-License-Identifier: Apache-2.0
// Without heap memory a wait set takes no more waitables, keeps those that it has, and finds each
// of them.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <new>
#include <vector>

#include "testing/replaced_heap.hpp"
#include "transport/port/wait_set.hpp"

namespace baton::conformance {
namespace {

using testing::allocations;
using testing::fail_allocation;
using transport::ChangeWord;
using transport::WaitSet;

class Topic : public transport::Waitable {
 public:
  bool is_ready() const noexcept override { return ready; }
  bool ready = false;
  std::atomic<std::uint64_t> head{0};
};

class OutOfHeapWaitSet : public ::testing::TestWithParam<std::size_t> {
 protected:
  ChangeWord word(std::size_t index) const { return {&topics_[index].head, nullptr, {}, 0}; }
  ChangeWord place(std::size_t index, const std::shared_ptr<shm::Log>& log) const {
    return {&topics_[index].head, nullptr, log, static_cast<std::uint16_t>(index)};
  }
  /// False: it threw std::bad_alloc.
  template <class Call>
  static bool does(int failing, Call call) {
    fail_allocation(failing);
    bool done = true;
    try {
      call();
    } catch (const std::bad_alloc&) {
      done = false;
    }
    fail_allocation(0);
    return done;
  }
  /// Of the topics up to `count`, noted in `log`.
  void expect_each_is_found(WaitSet& wait_set, std::size_t count, shm::Log* log) {
    EXPECT_FALSE(wait_set.wait(0));
    for (std::size_t i = 0; i < count; ++i) {
      topics_[i].ready = true;
      topics_[i].head.fetch_add(1, std::memory_order_release);
      if (log != nullptr) shm::note_publication(*log, static_cast<std::uint16_t>(i));
      EXPECT_TRUE(wait_set.wait(0)) << i;
      topics_[i].ready = false;
      EXPECT_FALSE(wait_set.wait(0)) << i;
    }
  }

  std::vector<Topic> topics_{41};
};

TEST_P(OutOfHeapWaitSet, TakesAWaitableWholeOrNotAtAll) {
  const std::size_t there = GetParam();
  const auto log = std::make_shared<shm::Log>();
  for (int failing = 1;; ++failing) {
    WaitSet wait_set(*transport::private_sleep_place(), std::make_shared<base::EventLoop>());
    for (std::size_t i = 0; i < there; ++i) wait_set.add(topics_[i], {}, place(i, log));
    const bool added = does(failing, [&] { wait_set.add(topics_[there], {}, place(there, log)); });
    expect_each_is_found(wait_set, added ? there + 1 : there, log.get());
    for (std::size_t i = 0; i <= there; ++i) wait_set.remove(topics_[i]);
    if (added) break;
  }
}

TEST_P(OutOfHeapWaitSet, KeepsWatchingWhatItCannotExchange) {
  const std::size_t there = GetParam() + 1;
  const auto log = std::make_shared<shm::Log>();
  for (const bool from_log : {false, true}) {
    for (int failing = 1;; ++failing) {
      WaitSet wait_set(*transport::private_sleep_place(), std::make_shared<base::EventLoop>());
      for (std::size_t i = 0; i < there; ++i) {
        wait_set.add(topics_[i], {}, from_log ? place(i, log) : word(i));
      }
      const bool watched =
          does(failing, [&] { wait_set.watch(topics_[0], from_log ? word(0) : place(0, log)); });
      EXPECT_FALSE(watched && failing == 1 && !from_log) << "a new log needs memory";
      expect_each_is_found(wait_set, there, log.get());
      for (std::size_t i = 0; i < there; ++i) wait_set.remove(topics_[i]);
      if (watched) break;
    }
  }
}

TEST_P(OutOfHeapWaitSet, LooksWithoutHeapMemory) {
  const std::size_t there = GetParam();
  const auto log = std::make_shared<shm::Log>();
  WaitSet wait_set(*transport::private_sleep_place(), std::make_shared<base::EventLoop>());
  for (std::size_t i = 0; i < there; ++i) wait_set.add(topics_[i], {}, place(i, log));
  EXPECT_FALSE(wait_set.wait(0));
  const std::uint64_t before = allocations();
  expect_each_is_found(wait_set, there, log.get());
  for (std::size_t i = 0; i < there; ++i) {
    shm::note_publication(*log, static_cast<std::uint16_t>(i));
    topics_[i].ready = true;
    topics_[i].head.fetch_add(1, std::memory_order_release);
  }
  EXPECT_EQ(wait_set.wait(0), there != 0);
  EXPECT_EQ(allocations(), before);
  for (std::size_t i = 0; i < there; ++i) wait_set.remove(topics_[i]);
}

INSTANTIATE_TEST_SUITE_P(Topics, OutOfHeapWaitSet, ::testing::Values(0, 1, 15, 16, 40));

}  // namespace
}  // namespace baton::conformance
