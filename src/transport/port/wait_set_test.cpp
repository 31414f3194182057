// SPDX-License-Identifier: Apache-2.0
// Which waitables a look at a wait set asks.
#include "transport/port/wait_set.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

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

/// With so many topics of one process that the log is read, and not each head.
class WaitSetWithLogTest : public WaitSetTest {
 protected:
  struct Topic {
    CountingWaitable waitable;
    std::shared_ptr<Word> word = std::make_shared<Word>(0);
  };
  using Topics = std::vector<std::unique_ptr<Topic>>;

  ~WaitSetWithLogTest() override {
    for (const auto& each : topics_) wait_set_.remove(each->waitable);
  }

  ChangeWord noted(std::size_t index) const { return noted_at(index, index); }
  ChangeWord noted_at(std::size_t index, std::size_t place) const {
    const auto& word = topics_[index]->word;
    return {word.get(), word, log_, static_cast<std::uint16_t>(place)};
  }
  void open(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      topics_.push_back(std::make_unique<Topic>());
      wait_set_.add(topics_.back()->waitable, {}, noted(topics_.size() - 1));
    }
    settle();
  }
  Topic& at(std::size_t index) { return *topics_[index]; }
  void publish(std::size_t index) {
    at(index).waitable.set_ready(true);
    at(index).word->fetch_add(1, std::memory_order_release);
    shm::note_publication(*log_, static_cast<std::uint16_t>(index));
  }
  void take(std::size_t index) { at(index).waitable.set_ready(false); }
  /// Nothing is ready, and all that was noted has been looked at.
  void settle() {
    EXPECT_FALSE(wait_set_.wait(0));
    (void)asked();
  }
  int asked() const {
    int sum = 0;
    for (const auto& each : topics_) sum += each->waitable.asked();
    return sum;
  }

  std::shared_ptr<shm::Log> log_ = std::make_shared<shm::Log>();
  Topics topics_;
};

TEST_F(WaitSetWithLogTest, AsksThoseThatAreNotedAlone) {
  open(100);
  publish(42);
  EXPECT_TRUE(wait_set_.wait(0));
  EXPECT_EQ(asked(), 1);
  EXPECT_TRUE(wait_set_.wait(0)) << "it stays in the list while it is ready";
  EXPECT_EQ(asked(), 1);
  take(42);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(asked(), 1);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(asked(), 0);
  at(7).waitable.set_ready(true);
  at(7).word->store(1, std::memory_order_release);
  EXPECT_FALSE(wait_set_.wait(0)) << "the log says all";
  shm::note_publication(*log_, 60'000);
  EXPECT_FALSE(wait_set_.wait(0)) << "a place that no waitable has";
  EXPECT_EQ(asked(), 0);
}

TEST_F(WaitSetWithLogTest, LooksAtTheHeadsOfAFewWhateverTheLogSays) {
  open(15);
  at(7).waitable.set_ready(true);
  at(7).word->store(1, std::memory_order_release);
  EXPECT_TRUE(wait_set_.wait(0));
  EXPECT_EQ(asked(), 1);
  take(7);
  settle();
  open(1);
  publish(3);
  EXPECT_TRUE(wait_set_.wait(0));
}

TEST_F(WaitSetWithLogTest, FindsWhatWasReadyBeforeItWasAdded) {
  open(20);
  topics_.push_back(std::make_unique<Topic>());
  publish(20);
  settle();
  wait_set_.add(at(20).waitable, {}, noted(20));
  EXPECT_TRUE(wait_set_.wait(0));
}

TEST_F(WaitSetWithLogTest, MissesNothingThatIsNotedWhileAWaitableIsAsked) {
  open(20);
  shm::note_publication(*log_, 5);
  at(5).word->store(1, std::memory_order_release);
  at(5).waitable.become_ready_when_asked(*at(5).word);  // and says no
  shm::note_publication(*log_, 6);
  EXPECT_FALSE(wait_set_.wait(0));
  shm::note_publication(*log_, 5);
  EXPECT_TRUE(wait_set_.wait(0));
}

TEST_F(WaitSetWithLogTest, AsksAllWhenTheLogCannotTell) {
  open(20);
  at(1).waitable.set_ready(true);
  at(1).word->store(1, std::memory_order_release);
  log_->count.fetch_add(1, std::memory_order_release);  // counted, and not written yet
  EXPECT_TRUE(wait_set_.wait(0));
  take(1);
  settle();
  publish(2);
  for (int i = 0; i < 20; ++i) shm::note_publication(*log_, 3);
  EXPECT_TRUE(wait_set_.wait(0)) << "more than there are waitables";
  take(2);
  settle();
  publish(4);
  EXPECT_TRUE(wait_set_.wait(0));
  EXPECT_EQ(asked(), 1) << "it can tell again";
}

TEST_F(WaitSetWithLogTest, TwoMayWaitForOnePlace) {
  open(20);
  CountingWaitable second;
  wait_set_.add(second, {}, noted(3));
  settle();
  (void)second.asked();
  publish(3);
  EXPECT_TRUE(wait_set_.wait(0));
  EXPECT_EQ(asked(), 1);
  EXPECT_EQ(second.asked(), 1);
  wait_set_.remove(second);
  EXPECT_TRUE(wait_set_.wait(0));
  EXPECT_EQ(asked(), 1);
}

TEST_F(WaitSetWithLogTest, KeepsWhatIsReadyApartWhenOthersComeAndGo) {
  open(20);
  publish(10);
  EXPECT_TRUE(wait_set_.wait(0));
  wait_set_.remove(at(4).waitable);
  CountingWaitable early;
  wait_set_.add(early, {}, noted_at(4, 0));
  (void)asked();
  EXPECT_TRUE(wait_set_.wait(0));
  EXPECT_EQ(at(10).waitable.asked(), 1);
  EXPECT_EQ(asked(), 0);
  wait_set_.remove(at(10).waitable);
  EXPECT_FALSE(wait_set_.wait(0));
  wait_set_.remove(early);
}

TEST_F(WaitSetWithLogTest, IsRungWhileItSleepsForTheLog) {
  open(20);
  EXPECT_TRUE(wait_set_.polls());
  std::thread publisher([this] {
    publish(5);
    wait_set_.wake();
  });
  EXPECT_TRUE(wait_set_.wait());
  publisher.join();
  EXPECT_FALSE(wait_set_.sleep_again()) << "something is ready";
}

TEST_F(WaitSetWithLogTest, GoesFromTheLogToAWordAndBack) {
  open(20);
  wait_set_.watch(at(5).waitable, watched(word_));
  settle();
  at(5).waitable.set_ready(true);
  word_->store(1, std::memory_order_release);
  EXPECT_TRUE(wait_set_.wait(0));
  wait_set_.watch(at(5).waitable, noted(5));
  EXPECT_TRUE(wait_set_.wait(0)) << "it may be ready already";
  take(5);
  settle();
  word_->store(2, std::memory_order_release);
  EXPECT_FALSE(wait_set_.wait(0));
  EXPECT_EQ(asked(), 0);
  publish(5);
  EXPECT_TRUE(wait_set_.wait(0));
}

TEST_F(WaitSetWithLogTest, KeepsALogWhileAWaitableWaitsForIt) {
  const std::weak_ptr<shm::Log> weak = log_;
  CountingWaitable first;
  CountingWaitable second;
  wait_set_.add(first, {}, {word_.get(), word_, log_, 1});
  wait_set_.add(second, {}, {word_.get(), word_, std::exchange(log_, nullptr), 2});
  wait_set_.remove(first);
  EXPECT_FALSE(weak.expired());
  EXPECT_FALSE(wait_set_.wait(0));
  wait_set_.watch(second, watched(word_));
  EXPECT_TRUE(weak.expired());
  wait_set_.remove(second);
}

TEST_F(WaitSetWithLogTest, ALogThatLiesCostsALookAtAllOfItsTopics) {
  open(1000);
  std::vector<std::unique_ptr<CountingWaitable>> others;
  for (int i = 0; i < 1000; ++i) {
    others.push_back(std::make_unique<CountingWaitable>());
    wait_set_.add(*others.back(), {}, {word_.get(), nullptr, log_, 0});
  }
  settle();
  std::mt19937_64 random(1);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t before = log_->count.load(std::memory_order_relaxed);
    log_->count.store(i % 3 == 0 ? random() : before + random() % 2048, std::memory_order_relaxed);
    log_->entry[random() % shm::log_entries].store(random(), std::memory_order_relaxed);
    if (i % 5 == 0) {
      for (std::size_t n = 0; n < shm::log_entries; ++n) shm::note_publication(*log_, 0);
    }
    word_->fetch_add(1, std::memory_order_release);  // so each is asked that is looked at
    EXPECT_FALSE(wait_set_.wait(0));
    int sum = asked();
    for (const auto& each : others) sum += each->asked();
    EXPECT_LE(sum, 2000) << "each at most once a look";
    publish(7);
    (void)wait_set_.wait(0);
    take(7);
    (void)wait_set_.wait(0);
  }
  for (const auto& each : others) wait_set_.remove(*each);
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
