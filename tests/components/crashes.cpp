// SPDX-License-Identifier: Apache-2.0
// What the crash of one component does to its container, and to other processes.
#include <signal.h>

#include "component_test.hpp"

namespace baton::components {
namespace {

using ::testing::HasSubstr;

class Crashes : public ComponentTest, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    ComponentTest::SetUp();
    subscription_ = node_->create_subscription<std_msgs::msg::UInt64>(
        "chatter", 10, [this](const std_msgs::msg::UInt64&) { ++heard_; });
  }
  void TearDown() override {
    subscription_.reset();
    ComponentTest::TearDown();
  }
  bool hears() {
    const std::uint64_t before = heard_;
    return spin_until([&] { return heard_ > before + 10; });
  }
  bool is_alone_with(std::size_t others) {
    return spin_until([&] { return registered() == 1 + others; });
  }
  /// A container with a talker, which has nothing to do with what crashes.
  ChildProcess& start_bystander() {
    ChildProcess& bystander =
        start("component_container", {"--ros-args", "-r", "__node:=Bystander"}, "/Bystander");
    EXPECT_TRUE(load("Talker").success);
    EXPECT_TRUE(hears());
    return bystander;
  }

  std::uint64_t heard_ = 0;
  Subscription<std_msgs::msg::UInt64>::SharedPtr subscription_;
};

TEST_P(Crashes, EndTheContainerAndNoOtherProcess) {
  start_bystander();
  ChildProcess& container = start(GetParam());
  ASSERT_TRUE(load("Wicked", "wicked").success);
  auto talker = request("Talker");
  talker.node_name = "second_talker";
  ASSERT_TRUE(load(talker).success);
  EXPECT_TRUE(spin_until([&] { return subscription_->get_publisher_count() == 2; }));

  send<Trigger>("/wicked/crash", Trigger::Request());
  const auto end = container.wait();
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->signal, SIGABRT);
  EXPECT_TRUE(spin_until([&] { return subscription_->get_publisher_count() == 1; }));
  EXPECT_TRUE(hears());

  // The next container finds nothing in its way.
  forget_clients();
  start(GetParam());
  EXPECT_TRUE(load("Wicked", "wicked").success);
  EXPECT_TRUE(is_alone_with(2));
}

TEST_P(Crashes, OfTheWholeContainerDoNotDisturbOthers) {
  start_bystander();
  ChildProcess& container = start(GetParam());
  auto talker = request("Talker");
  talker.node_name = "second_talker";
  ASSERT_TRUE(load(talker).success);
  EXPECT_TRUE(spin_until([&] { return subscription_->get_publisher_count() == 2; }));
  EXPECT_TRUE(hears());

  container.kill(SIGKILL);
  ASSERT_TRUE(container.wait().has_value());
  EXPECT_TRUE(spin_until([&] { return subscription_->get_publisher_count() == 1; }));
  EXPECT_TRUE(hears());
  forget_clients();
  start(GetParam());
  EXPECT_TRUE(load("Talker").success);
  EXPECT_TRUE(spin_until([&] { return subscription_->get_publisher_count() == 2; }));
  EXPECT_TRUE(is_alone_with(2));
}

TEST_P(Crashes, ByAnExceptionOfACallbackSayWhatWasThrown) {
  ChildProcess& container = start(GetParam());
  ASSERT_TRUE(load("Wicked", "wicked").success);
  send<Trigger>("/wicked/throw", Trigger::Request());
  const auto end = container.wait();
  ASSERT_TRUE(end.has_value());
  EXPECT_TRUE(end->signal == SIGABRT || end->status == 1) << end->signal << " " << end->status;
  EXPECT_THAT(container.errors(), HasSubstr("a callback threw"));
}

INSTANTIATE_TEST_SUITE_P(OfContainers, Crashes,
                         ::testing::Values("component_container", "component_container_mt",
                                           "component_container_isolated"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace baton::components
