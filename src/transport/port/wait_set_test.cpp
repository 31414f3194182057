// SPDX-License-Identifier: Apache-2.0
// Which waitables a look at a wait set asks.
#include "transport/port/wait_set.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <utility>

namespace baton::transport {
namespace {

/// Counts how often it is asked.
class CountingWaitable : public Waitable {
 public:
  bool is_ready() const noexcept override {
    asked_.fetch_add(1, std::memory_order_relaxed);
    if (auto* const word = std::exchange(grows_, nullptr)) {
      word->fetch_add(1, std::memory_order_relaxed);
      ready_.store(true, std::memory_order_release);
      return false;
    }
    return ready_.load(std::memory_order_acquire);
  }
  /// Becomes ready while it is asked, and says no.
  void become_ready_when_asked(std::atomic<std::uint64_t>& word) { grows_ = &word; }
  void set_ready(bool ready) { ready_.store(ready, std::memory_order_release); }
  int asked() const { return asked_.exchange(0, std::memory_order_relaxed); }

 private:
  mutable std::atomic<int> asked_{0};
  mutable std::atomic<bool> ready_{false};
  mutable std::atomic<std::uint64_t>* grows_ = nullptr;
};

class WaitSetTest : public testing::Test {
 protected:
  using Word = std::atomic<std::uint64_t>;

  static ChangeWord watched(const std::shared_ptr<Word>& word) { return {word.get(), word}; }

  WaitSet wait_set_{*private_sleep_place(), std::make_shared<base::EventLoop>()};
  CountingWaitable waitable_;
  std::shared_ptr<Word> word_ = std::make_shared<Word>(0);
};

TEST_F(WaitSetTest, AsksAWaitableWithoutAWordInEachLook) {
  wait_set_.add(waitable_);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked(), 2);
  wait_set_.remove(waitable_);
}

TEST_F(WaitSetTest, AsksNoWaitableWhoseWordStandsStill) {
  wait_set_.add(waitable_, {}, watched(word_));
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked(), 1);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked(), 0);
  word_->store(1);
  waitable_.set_ready(true);
  EXPECT_TRUE(wait_set_.wait(0));
  EXPECT_TRUE(wait_set_.wait(0)) << "its word stands still, but it was found ready";
  waitable_.set_ready(false);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked(), 3);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked(), 0);
  wait_set_.remove(waitable_);
}

TEST_F(WaitSetTest, MissesNothingThatComesWhileAWaitableIsAsked) {
  wait_set_.add(waitable_, {}, watched(word_));
  waitable_.become_ready_when_asked(*word_);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_TRUE(wait_set_.wait(0));
  wait_set_.remove(waitable_);
}

TEST_F(WaitSetTest, AsksAlwaysWhereAWordSaysTheMost) {
  word_->store(~std::uint64_t{0});
  wait_set_.add(waitable_, {}, watched(word_));
  EXPECT_FALSE(wait_set_.wait(0));
  waitable_.set_ready(true);
  EXPECT_TRUE(wait_set_.wait(0));
  wait_set_.remove(waitable_);
}

TEST_F(WaitSetTest, AsksAnewWhenAnotherWordIsWatched) {
  wait_set_.add(waitable_, {}, watched(word_));
  EXPECT_FALSE(wait_set_.wait(0));
  waitable_.set_ready(true);
  EXPECT_FALSE(wait_set_.wait(0)) << "nothing says that it may be ready";
  std::thread other([&] { wait_set_.watch(waitable_, watched(std::make_shared<Word>(0))); });
  EXPECT_TRUE(wait_set_.wait());
  other.join();
  wait_set_.watch(waitable_, {});
  EXPECT_TRUE(wait_set_.wait(0));
  wait_set_.remove(waitable_);
}

TEST_F(WaitSetTest, KeepsTheMemoryOfAWordWhileItIsWatched) {
  const std::weak_ptr<Word> first = word_;
  auto another = std::make_shared<Word>(0);
  const std::weak_ptr<Word> second = another;
  CountingWaitable neighbour;
  wait_set_.add(neighbour, {}, watched(std::make_shared<Word>(0)));
  wait_set_.add(waitable_, {}, watched(std::exchange(word_, nullptr)));
  EXPECT_FALSE(first.expired());
  wait_set_.watch(waitable_, watched(std::exchange(another, nullptr)));
  EXPECT_TRUE(first.expired());
  wait_set_.remove(neighbour);
  EXPECT_FALSE(second.expired());
  EXPECT_FALSE(wait_set_.wait(0));
  wait_set_.remove(waitable_);
  EXPECT_TRUE(second.expired());
}

TEST_F(WaitSetTest, ReleasesTheMemoryOfAWordWithoutItsMutex) {
  int released = 0;
  const auto memory = [&] {
    return ChangeWord{word_.get(), {static_cast<void*>(nullptr), [&](void*) {
                                      ++released;
                                      EXPECT_FALSE(wait_set_.wait(0));
                                    }}};
  };
  wait_set_.add(waitable_, {}, memory());
  wait_set_.watch(waitable_, memory());
  EXPECT_EQ(released, 1);
  wait_set_.remove(waitable_);
  EXPECT_EQ(released, 2);
}

// ---- what a log tells

class WaitSetWithLogTest : public WaitSetTest {
 protected:
  ChangeWord noted_at(std::uint16_t place) const { return {word_.get(), word_, log_, place}; }
  void note(std::uint16_t place) { shm::note_publication(*log_, place); }
  /// Found ready, and not ready any more.
  void settle() {
    EXPECT_FALSE(wait_set_.wait(0));
    waitable_.asked();
    other_.asked();
  }

  std::shared_ptr<shm::Log> log_ = std::make_shared<shm::Log>();
  CountingWaitable other_;
};

TEST_F(WaitSetWithLogTest, AsksThoseThatAreNotedAlone) {
  wait_set_.add(waitable_, {}, noted_at(1));
  wait_set_.add(other_, {}, noted_at(2));
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_GT(waitable_.asked(), 0) << "it may be ready already";
  settle();
  word_->store(1);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked() + other_.asked(), 0) << "the log says all";
  other_.set_ready(true);
  note(2);
  EXPECT_TRUE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked(), 0);
  EXPECT_TRUE(wait_set_.wait(0)) << "it stays in the list while it is ready";
  other_.set_ready(false);
  settle();
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(other_.asked(), 0);
  note(7);
  EXPECT_FALSE(wait_set_.wait(0)) << "a place that no waitable has";
  EXPECT_EQ(waitable_.asked() + other_.asked(), 0);
  wait_set_.remove(waitable_);
  wait_set_.remove(other_);
}

TEST_F(WaitSetWithLogTest, FindsWhatWasReadyBeforeItWasAdded) {
  waitable_.set_ready(true);
  note(1);
  wait_set_.add(waitable_, {}, noted_at(1));
  EXPECT_TRUE(wait_set_.wait(0));
  wait_set_.remove(waitable_);
}

TEST_F(WaitSetWithLogTest, MissesNothingThatIsNotedWhileAWaitableIsAsked) {
  class NotedWhenAsked : public CountingWaitable {
   public:
    explicit NotedWhenAsked(shm::Log& log) : log_(log) {}
    bool is_ready() const noexcept override {
      const bool ready = CountingWaitable::is_ready();
      if (!std::exchange(told_, true)) {
        const_cast<NotedWhenAsked*>(this)->set_ready(true);
        shm::note_publication(log_, 1);
        return false;
      }
      return ready;
    }

   private:
    shm::Log& log_;
    mutable bool told_ = false;
  } waitable(*log_);
  wait_set_.add(waitable, {}, noted_at(1));
  (void)wait_set_.wait(0);
  EXPECT_TRUE(wait_set_.wait(0));
  wait_set_.remove(waitable);
}

TEST_F(WaitSetWithLogTest, AsksAllWhenTheLogCannotTell) {
  wait_set_.add(waitable_, {}, noted_at(1));
  wait_set_.add(other_, {}, noted_at(2));
  settle();
  waitable_.set_ready(true);
  note(1);
  for (std::size_t i = 0; i < shm::log_entries; ++i) note(2);
  EXPECT_TRUE(wait_set_.wait(0)) << "its entry is overwritten";
  waitable_.set_ready(false);
  settle();
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked() + other_.asked(), 0);
  wait_set_.remove(waitable_);
  wait_set_.remove(other_);
}

TEST_F(WaitSetWithLogTest, TwoMayWaitForOnePlace) {
  wait_set_.add(waitable_, {}, noted_at(1));
  wait_set_.add(other_, {}, noted_at(1));
  settle();
  note(1);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_GT(waitable_.asked(), 0);
  EXPECT_GT(other_.asked(), 0);
  wait_set_.remove(waitable_);
  note(1);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked(), 0);
  EXPECT_GT(other_.asked(), 0);
  wait_set_.remove(other_);
}

TEST_F(WaitSetWithLogTest, IsRungWhileItSleepsForTheLog) {
  wait_set_.add(waitable_, {}, noted_at(1));
  settle();
  EXPECT_TRUE(wait_set_.polls());
  std::thread publisher([this] {
    waitable_.set_ready(true);
    note(1);
    wait_set_.wake();
  });
  EXPECT_TRUE(wait_set_.wait());
  publisher.join();
  EXPECT_FALSE(wait_set_.sleep_again()) << "something is ready";
  wait_set_.remove(waitable_);
}

TEST_F(WaitSetWithLogTest, GoesFromTheLogToAWordAndBack) {
  wait_set_.add(waitable_, {}, noted_at(1));
  settle();
  wait_set_.watch(waitable_, watched(word_));
  settle();
  waitable_.set_ready(true);
  word_->store(1);
  EXPECT_TRUE(wait_set_.wait(0));
  wait_set_.watch(waitable_, noted_at(1));
  waitable_.set_ready(false);
  settle();
  word_->store(2);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked(), 0);
  wait_set_.watch(waitable_, {});
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(waitable_.asked(), 2) << "without a word it is always asked, once a look";
  wait_set_.remove(waitable_);
}

TEST_F(WaitSetWithLogTest, KeepsALogWhileAWaitableWaitsForIt) {
  const std::weak_ptr<shm::Log> weak = log_;
  wait_set_.add(waitable_, {}, noted_at(1));
  wait_set_.add(other_, {}, noted_at(2));
  log_.reset();
  wait_set_.remove(waitable_);
  EXPECT_FALSE(weak.expired());
  EXPECT_FALSE(wait_set_.wait(0));
  wait_set_.watch(other_, watched(word_));
  EXPECT_TRUE(weak.expired());
  wait_set_.remove(other_);
}

TEST_F(WaitSetWithLogTest, ALogThatLiesCostsLooksInVainAndNothingElse) {
  auto honest = std::make_shared<shm::Log>();
  wait_set_.add(waitable_, {}, noted_at(65535));
  wait_set_.add(other_, {}, {word_.get(), word_, honest, 3});
  settle();
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t before = log_->count.load(std::memory_order_relaxed);
    log_->count.store(i % 3 == 0 ? random() : before + random() % 2048, std::memory_order_relaxed);
    log_->entry[random() % shm::log_entries].store(random(), std::memory_order_relaxed);
    other_.set_ready(false);
    EXPECT_FALSE(wait_set_.wait(0));
    other_.set_ready(true);
    shm::note_publication(*honest, 3);
    ASSERT_TRUE(wait_set_.wait(0));
  }
  wait_set_.remove(waitable_);
  wait_set_.remove(other_);
}

TEST_F(WaitSetTest, LooksOnceBeforeTheNextSleepOfAThreadThatHasSlept) {
  wait_set_.add(waitable_);
  EXPECT_FALSE(wait_set_.wait(1'000'000));
  EXPECT_EQ(waitable_.asked(), 3) << "before it arms, armed, and when the time was over";
  EXPECT_FALSE(wait_set_.wait(1'000'000));
  EXPECT_EQ(waitable_.asked(), 2);
  waitable_.set_ready(true);
  EXPECT_TRUE(wait_set_.wait());
  waitable_.set_ready(false);
  waitable_.asked();
  EXPECT_FALSE(wait_set_.wait(1'000'000));
  EXPECT_EQ(waitable_.asked(), 3) << "the last wait did not sleep";
  wait_set_.remove(waitable_);
}

}  // namespace
}  // namespace baton::transport
