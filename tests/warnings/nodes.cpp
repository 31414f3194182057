// SPDX-License-Identifier: Apache-2.0
// Nodes that share a name, and nodes that are refused a match.
#include <rcl_interfaces/msg/log.hpp>

#include "heard.hpp"

namespace baton::testing {
namespace {

using rcl_interfaces::msg::Log;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Namesakes : public Warnings {};

TEST_F(Namesakes, OfOneProcessAreTold) {
  const auto context = begin();
  const auto one = make_node("camera", context);
  EXPECT_THAT(heard.all(), IsEmpty());
  const auto other = make_node("camera", context);
  ASSERT_EQ(heard.all().size(), 1u);
  EXPECT_THAT(heard.all()[0], HasSubstr("camera: there are two nodes '/camera'"));
  EXPECT_THAT(heard.all()[0], HasSubstr("-r __node:=..."));
}

TEST_F(Namesakes, OfTwoParticipantsAreTold) {
  const auto one = make_node("camera", begin());
  const auto elsewhere = begin();
  const auto watch = make_node("watch", elsewhere);
  ASSERT_TRUE(wait_until([&] {
    const auto names = watch->get_node_names();
    return std::find(names.begin(), names.end(), "/camera") != names.end();
  }));
  EXPECT_THAT(heard.all(), IsEmpty());
  const auto other = make_node("camera", elsewhere);
  EXPECT_EQ(heard.count("camera: there are two nodes '/camera'"), 1u);
}

class Refusals : public Warnings {
 protected:
  const QoS best_effort = QoS(5).best_effort();
  const QoS reliable = QoS(5).reliable();
};

TEST_F(Refusals, AreToldInTheNamesOfBothNodes) {
  const auto context = begin();
  const auto talker = make_node("talker", context);
  const auto listener = make_node("listener", context);
  const auto publisher = talker->create_publisher<Log>("chat", best_effort);
  const auto subscription = listener->create_subscription<Log>("chat", reliable, [](const Log&) {});
  // Each side tells of it when it knows, in two lines.
  EXPECT_TRUE(wait_until([&] {
    return heard.count("talker: subscription of ") > 0 &&
           heard.count("listener: publisher of ") > 0;
  }));
  EXPECT_EQ(heard.count("talker: subscription of "), 1u);
  EXPECT_EQ(heard.count("listener: publisher of "), 1u);
}

TEST_F(Refusals, AreNotToldOfEndpointsThatDoWithoutDefaultCallbacks) {
  const auto context = begin();
  const auto quiet = make_node("quiet", context);
  const auto loud = make_node("loud", context);
  PublisherOptions silent_publisher;
  silent_publisher.use_default_callbacks = false;
  SubscriptionOptions silent_subscription;
  silent_subscription.use_default_callbacks = false;
  SubscriptionOptions with_callback;
  with_callback.event_callbacks.incompatible_qos_callback = [](QOSRequestedIncompatibleQoSInfo&) {};
  const auto publisher = quiet->create_publisher<Log>("chat", best_effort, silent_publisher);
  const auto one = quiet->create_subscription<Log>(
      "chat", reliable, [](const Log&) {}, silent_subscription);
  const auto other = quiet->create_subscription<Log>(
      "chat", reliable, [](const Log&) {}, with_callback);
  ASSERT_TRUE(wait_until([&] {
    return one->get_counters().rejected_peers == 1 && other->get_counters().rejected_peers == 1;
  }));
  const auto last = loud->create_subscription<Log>("chat", reliable, [](const Log&) {});
  ASSERT_TRUE(wait_until([&] { return heard.count("loud: publisher of ") == 1; }))
      << ::testing::PrintToString(heard.all());
  EXPECT_EQ(heard.count("quiet: "), 0u);
}

}  // namespace
}  // namespace baton::testing
