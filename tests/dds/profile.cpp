// SPDX-License-Identifier: Apache-2.0
// A user's profile of Fast DDS that has a multicast group for messages, on one machine.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <baton/baton.hpp>
#include <std_msgs/msg/string.hpp>

#include "network_opened_once.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::network {
namespace {

using std_msgs::msg::String;
using testing::ScopedVariable;
using testing::wait_until;

/// Fast DDS reads a profile once in a process.
class GroupForMessages final : public ::testing::Environment {
 public:
  void SetUp() override {
    path_ = std::filesystem::temp_directory_path() /
            ("baton_group_for_messages_" + std::to_string(getpid()) + ".xml");
    std::ofstream(path_) << R"(<?xml version="1.0" encoding="UTF-8"?>
<profiles xmlns="http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles">
  <participant profile_name="group" is_default_profile="true"><rtps>
    <defaultMulticastLocatorList><locator><udpv4>
      <address>239.255.0.2</address><port>7398</port>
    </udpv4></locator></defaultMulticastLocatorList>
  </rtps></participant>
</profiles>)";
    setenv("FASTRTPS_DEFAULT_PROFILES_FILE", path_.c_str(), 1);  // Fast DDS 2
    setenv("FASTDDS_DEFAULT_PROFILES_FILE", path_.c_str(), 1);   // Fast DDS 3
  }
  void TearDown() override { std::filesystem::remove(path_); }

 private:
  std::filesystem::path path_;
};

::testing::Environment* const group_for_messages =
    ::testing::AddGlobalTestEnvironment(new GroupForMessages);

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
