// SPDX-License-Identifier: Apache-2.0
// Lifecycle nodes as components.
#include <lifecycle_msgs/msg/transition.hpp>
#include <lifecycle_msgs/srv/change_state.hpp>

#include "component_test.hpp"

namespace baton::components {
namespace {

using lifecycle_msgs::srv::ChangeState;

class LifecycleComponents : public ComponentTest,
                            public ::testing::WithParamInterface<const char*> {
 protected:
  bool change(std::uint8_t transition) {
    ChangeState::Request asked;
    asked.transition.id = transition;
    const auto answer = send<ChangeState>("/lifecycle_talker/change_state", asked);
    return comes(answer) && answer.get()->success;
  }
};

TEST_P(LifecycleComponents, AreLoadedLedAndUnloaded) {
  write_index("lifecycle",
              "test_components::LifecycleTalker;" + library("test_lifecycle_components") + "\n");
  start(GetParam());
  const auto made = load("LifecycleTalker", "lifecycle");
  ASSERT_TRUE(made.success) << made.error_message.c_str();
  EXPECT_EQ(made.full_node_name, "/lifecycle_talker");
  std::uint64_t heard = 0;
  const auto subscription = node_->create_subscription<std_msgs::msg::UInt64>(
      "chatter", 10, [&](const std_msgs::msg::UInt64& message) { heard = message.data; });
  EXPECT_TRUE(change(lifecycle_msgs::msg::Transition::TRANSITION_CONFIGURE));
  EXPECT_TRUE(spin_until([&] { return subscription->get_publisher_count() == 1; }));
  EXPECT_EQ(heard, 0u);
  EXPECT_TRUE(change(lifecycle_msgs::msg::Transition::TRANSITION_ACTIVATE));
  EXPECT_TRUE(spin_until([&] { return heard > 10; }));
  EXPECT_TRUE(unload(made.unique_id).success);
  EXPECT_TRUE(spin_until([&] { return subscription->get_publisher_count() == 0; }));
  forget_clients();
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, LifecycleComponents,
                         ::testing::Values("component_container", "component_container_mt",
                                           "component_container_isolated"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace baton::components
