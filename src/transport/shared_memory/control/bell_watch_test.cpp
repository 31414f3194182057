// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/bell_watch.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>

#include <thread>

#include "testing/deadline.hpp"

namespace baton::transport {
namespace {

using testing::wait_until;

struct PeersBell {
  PeersBell()
      : fd(eventfd(0, EFD_CLOEXEC)),
        bell(*base::PeerBell::adopt(base::UniqueFd(fcntl(fd.get(), F_DUPFD_CLOEXEC, 0)))) {}
  void fill() { EXPECT_EQ(eventfd_write(fd.get(), 0xfffffffffffffffe), 0); }

  const base::UniqueFd fd;
  const std::shared_ptr<base::PeerBell> bell;
};

class BellWatchTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(watch_.start()); }

  std::atomic<int> stuck_{0};
  std::atomic<int> with_rings_{0};
  std::atomic<int> without_{0};
  BellWatch watch_{{[this] { stuck_.fetch_add(1, std::memory_order_relaxed); },
                    [this](bool rung) {
                      (rung ? with_rings_ : without_).fetch_add(1, std::memory_order_relaxed);
                    }}};
};

TEST_F(BellWatchTest, EndsARingThatIsHeldUpAndGivesUpItsOwnersBells) {
  PeersBell culprit;
  PeersBell of_the_same;
  PeersBell honest;
  EXPECT_TRUE(watch_.add(1, culprit.bell));
  EXPECT_TRUE(watch_.add(1, of_the_same.bell));
  EXPECT_TRUE(watch_.add(2, honest.bell));
  culprit.fill();
  watch_.ring(*culprit.bell);  // the ring returns
  EXPECT_TRUE(wait_until([&] { return stuck_ == 1; }));
  EXPECT_FALSE(watch_.ring(*culprit.bell));
  EXPECT_FALSE(watch_.ring(*of_the_same.bell));
  EXPECT_TRUE(watch_.ring(*honest.bell));
  PeersBell later;
  EXPECT_FALSE(watch_.add(1, later.bell));
  EXPECT_FALSE(watch_.ring(*later.bell));
}

TEST_F(BellWatchTest, AForgottenOwnerMayOfferBellsAgain) {
  PeersBell culprit;
  EXPECT_TRUE(watch_.add(1, culprit.bell));
  culprit.fill();
  watch_.ring(*culprit.bell);
  ASSERT_TRUE(wait_until([&] { return stuck_ == 1; }));
  watch_.forget(1);
  PeersBell later;
  EXPECT_TRUE(watch_.add(1, later.bell)) << "another connection with the same number";
  EXPECT_TRUE(watch_.ring(*later.bell));
}

TEST_F(BellWatchTest, ABellThatHasGoneIsPassedOver) {
  PeersBell peer;
  {
    PeersBell gone;
    EXPECT_TRUE(watch_.add(1, gone.bell));
    EXPECT_TRUE(watch_.ring(*gone.bell));
  }
  EXPECT_TRUE(watch_.add(2, peer.bell));
  EXPECT_TRUE(watch_.ring(*peer.bell));
  EXPECT_TRUE(wait_until([&] { return without_ >= 1; }));
  EXPECT_EQ(stuck_, 0);
}

TEST_F(BellWatchTest, EndsWhenNoThreadRingsAndBeginsAgain) {
  PeersBell peer;
  watch_.add(1, peer.bell);
  for (int round = 1; round <= 2; ++round) {
    EXPECT_FALSE(watch_.watching());
    EXPECT_TRUE(watch_.ring(*peer.bell));
    EXPECT_TRUE(watch_.watching());
    EXPECT_TRUE(wait_until([&] { return without_ == round; }));
    EXPECT_EQ(with_rings_, round);
  }
}

TEST_F(BellWatchTest, RingsThatAreNotForMessagesAreNotToldOf) {
  PeersBell peer;
  watch_.add(1, peer.bell);
  EXPECT_TRUE(watch_.ring(*peer.bell));
  watch_.disregard(1);
  EXPECT_TRUE(wait_until([&] { return without_ == 1; }));
  EXPECT_EQ(with_rings_, 0);
}

}  // namespace
}  // namespace baton::transport
