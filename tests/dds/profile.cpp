// SPDX-License-Identifier: Apache-2.0
// A user's profile of Fast DDS that has a multicast group for messages, on one machine.
#include <gtest/gtest.h>

#include <atomic>

#include <baton/baton.hpp>
#include <std_msgs/msg/string.hpp>

#include "fastdds_profile.hpp"
#include "network_opened_once.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::network {
namespace {

using std_msgs::msg::String;
using testing::ScopedVariable;
using testing::wait_until;

::testing::Environment* const group_for_messages = ::testing::AddGlobalTestEnvironment(
    new FastDdsProfile(R"(<defaultMulticastLocatorList><locator><udpv4>
      <address>239.255.0.2</address><port>7398</port>
    </udpv4></locator></defaultMulticastLocatorList>)"));

class Profile : private NetworkOpenedOnce, public testing::IsolatedTest {
 private:
  const ScopedVariable transport_{"BATON_TRANSPORT", "udp"};
};

/// With several subscriptions in one process, Fast DDS sends to their group.
TEST_F(Profile, AGroupForMessagesIsHeardOnTheLoopbackInterface) {
  const auto context = [] {
    auto made = std::make_shared<Context>();
    InitOptions without_signals;
    without_signals.shutdown_on_signal = false;
    made->init(0, nullptr, without_signals);
    return made;
  };
  const auto here = context();
  const auto there = context();
  std::atomic<int> received{0};
  {
    const auto hears = std::make_shared<Node>("hears", NodeOptions().context(here));
    const auto count = [&](const String&) { ++received; };
    const auto one = hears->create_subscription<String>("/chatter", 10, count);
    const auto two = hears->create_subscription<String>("/chatter", 10, count);
    const auto speaks = std::make_shared<Node>("speaks", NodeOptions().context(there));
    const auto publisher = speaks->create_publisher<String>("/chatter", 10);
    ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 2; }));
    publisher->publish(String());
    ExecutorOptions options;
    options.context = here;
    executors::SingleThreadedExecutor executor(options);
    executor.add_node(hears);
    EXPECT_TRUE(wait_until([&] {
      executor.spin_some();
      return received == 2;
    }));
  }
  here->shutdown("the test is over");
  there->shutdown("the test is over");
}

}  // namespace
}  // namespace baton::network
