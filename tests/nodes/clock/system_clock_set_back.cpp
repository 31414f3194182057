// SPDX-License-Identifier: Apache-2.0
// Timers of the system's clock when that is set back. A program of its own: it puts a
// clock_gettime() of its own before that of the C library.
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <ctime>

#include <baton/wait_set.hpp>

#include "../node_test.hpp"

namespace {
std::atomic<std::time_t> set_back_s{0};
std::atomic<int> looks{0};
}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int result = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
  if (clock == CLOCK_REALTIME) time->tv_sec -= set_back_s;
  ++looks;
  return result;
}

namespace baton::nodes {
namespace {

using namespace std::chrono_literals;

class SystemClockTest : public NodeTest {
 protected:
  void TearDown() override {
    set_back_s = 0;
    NodeTest::TearDown();
  }
};

TEST_F(SystemClockTest, AWaitSetSleepsOnWhenItIsSetBackBehindATimer) {
  const auto node = make_node();
  const auto clock = std::make_shared<Clock>(RCL_SYSTEM_TIME);
  const auto timer = create_timer(node, clock, 50ms, [] {});
  WaitSet wait_set({}, {}, {timer}, {}, {}, {}, context);
  set_back_s = 3600;
  const int before = looks;
  EXPECT_EQ(wait_set.wait(300ms).kind(), WaitResultKind::Timeout);
  EXPECT_LT(looks - before, 1000) << "it does not look at the clock all the time";
  EXPECT_GT(timer->time_until_trigger(), 59min);
}

TEST_F(SystemClockTest, AnExecutorSleepsOnWhenItIsSetBackBehindATimer) {
  const auto node = make_node();
  const auto clock = std::make_shared<Clock>(RCL_SYSTEM_TIME);
  int fired = 0;
  const auto timer = create_timer(node, clock, 50ms, [&] { ++fired; });
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  set_back_s = 3600;
  const int before = looks;
  executor.spin_once(300ms);
  EXPECT_LT(looks - before, 1000) << "it does not look at the clock all the time";
  EXPECT_EQ(fired, 0);
}

}  // namespace
}  // namespace baton::nodes
