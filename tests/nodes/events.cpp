// SPDX-License-Identifier: Apache-2.0
// What endpoints report about quality of service, and which callbacks hear of a mismatch.
#include <atomic>
#include <chrono>
#include <string>

#include <std_msgs/msg/int64.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using std_msgs::msg::Int64;
using namespace std::chrono_literals;

class EventsTest : public NodeTest {
 protected:
  void SetUp() override {
    NodeTest::SetUp();
    node = make_node();
    executor = std::make_unique<executors::SingleThreadedExecutor>(executor_options());
    executor->add_node(node);
  }
  void TearDown() override {
    executor.reset();
    node.reset();
    NodeTest::TearDown();
  }
  bool eventually(const std::function<bool()>& done) { return spin_until(*executor, done); }

  std::shared_ptr<Node> node;
  std::unique_ptr<executors::SingleThreadedExecutor> executor;
};

TEST_F(EventsTest, BothSidesHearOfAMatchAndOfItsEnd) {
  MatchedInfo of_publisher{};
  MatchedInfo of_subscription{};
  PublisherOptions publishing;
  publishing.event_callbacks.matched_callback = [&](MatchedInfo& info) { of_publisher = info; };
  SubscriptionOptions subscribing;
  subscribing.event_callbacks.matched_callback = [&](MatchedInfo& info) { of_subscription = info; };
  const auto publisher = node->create_publisher<Int64>("t", 10, publishing);
  auto subscription = node->create_subscription<Int64>(
      "t", 10, [](const Int64&) {}, subscribing);
  EXPECT_TRUE(eventually(
      [&] { return of_publisher.current_count == 1 && of_subscription.current_count == 1; }));
  EXPECT_EQ(of_publisher.total_count, 1u);
  EXPECT_EQ(of_publisher.current_count_change, 1);
  subscription.reset();
  EXPECT_TRUE(eventually([&] { return of_publisher.current_count == 0; }));
  EXPECT_EQ(of_publisher.total_count, 1u);
  EXPECT_EQ(of_publisher.current_count_change, -1);
}

TEST_F(EventsTest, BothSidesHearWhichPolicyDoesNotFit) {
  QOSOfferedIncompatibleQoSInfo offered{};
  QOSRequestedIncompatibleQoSInfo requested{};
  PublisherOptions publishing;
  publishing.event_callbacks.incompatible_qos_callback = [&](QOSOfferedIncompatibleQoSInfo& info) {
    offered = info;
  };
  SubscriptionOptions subscribing;
  subscribing.event_callbacks.incompatible_qos_callback =
      [&](QOSRequestedIncompatibleQoSInfo& info) { requested = info; };
  const auto publisher = node->create_publisher<Int64>("t", QoS(10).best_effort(), publishing);
  const auto subscription = node->create_subscription<Int64>(
      "t", QoS(10).reliable(), [](const Int64&) {}, subscribing);
  EXPECT_TRUE(eventually([&] { return offered.total_count == 1 && requested.total_count == 1; }));
  EXPECT_EQ(offered.last_policy_kind, RMW_QOS_POLICY_RELIABILITY);
  EXPECT_EQ(requested.last_policy_kind, RMW_QOS_POLICY_RELIABILITY);
  EXPECT_EQ(publisher->get_subscription_count(), 0u);
}

TEST_F(EventsTest, AMissedDeadlineIsToldOnBothSides) {
  QOSDeadlineOfferedInfo offered{};
  QOSDeadlineRequestedInfo requested{};
  PublisherOptions publishing;
  publishing.event_callbacks.deadline_callback = [&](QOSDeadlineOfferedInfo& info) {
    offered = info;
  };
  SubscriptionOptions subscribing;
  subscribing.event_callbacks.deadline_callback = [&](QOSDeadlineRequestedInfo& info) {
    requested = info;
  };
  const QoS qos = QoS(10).deadline(20ms);
  const auto publisher = node->create_publisher<Int64>("t", qos, publishing);
  const auto subscription = node->create_subscription<Int64>(
      "t", qos, [](const Int64&) {}, subscribing);
  ASSERT_TRUE(wait_until([&] {
    return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
  }));
  publisher->publish(Int64());
  EXPECT_TRUE(eventually([&] { return offered.total_count >= 2 && requested.total_count >= 2; }));
  EXPECT_EQ(offered.total_count_change, 1);
}

TEST_F(EventsTest, ADeadlineBeginsWithTheFirstMessage) {
  for (const auto in_process : {IntraProcessSetting::Enable, IntraProcessSetting::Disable}) {
    int offered = 0;
    int requested = 0;
    int refused = 0;
    PublisherOptions publishing;
    publishing.use_intra_process_comm = in_process;
    publishing.event_callbacks.deadline_callback = [&](QOSDeadlineOfferedInfo&) { ++offered; };
    SubscriptionOptions subscribing;
    subscribing.use_intra_process_comm = in_process;
    subscribing.event_callbacks.deadline_callback = [&](QOSDeadlineRequestedInfo&) { ++requested; };
    subscribing.event_callbacks.incompatible_qos_callback = [&](QOSRequestedIncompatibleQoSInfo&) {
      ++refused;
    };
    const QoS qos = QoS(10).deadline(1ms);
    const auto publisher = node->create_publisher<Int64>("t", QoS(qos).best_effort(), publishing);
    const auto subscription = node->create_subscription<Int64>(
        "t", qos, [](const Int64&) {}, subscribing);
    ASSERT_TRUE(eventually([&] { return refused == 1; }));
    int ticks = 0;
    const auto timer = node->create_wall_timer(1ms, [&] { ++ticks; });
    EXPECT_TRUE(eventually([&] { return ticks >= 20; }));
    EXPECT_EQ(offered, 0);
    EXPECT_EQ(requested, 0);
    publisher->publish(Int64());
    EXPECT_TRUE(eventually([&] { return offered >= 2; }));
    EXPECT_EQ(requested, 0) << "of a publisher that was refused";
  }
}

TEST_F(EventsTest, WithoutALeaseNoCallbackIsToldOfLiveliness) {
  int told = 0;
  bool ended = false;
  SubscriptionOptions subscribing;
  subscribing.event_callbacks.liveliness_callback = [&](QOSLivelinessChangedInfo&) { ++told; };
  subscribing.event_callbacks.matched_callback = [&](MatchedInfo& info) {
    ended = info.total_count == 1 && info.current_count == 0;
  };
  auto publisher = node->create_publisher<Int64>("t", 10);
  const auto subscription = node->create_subscription<Int64>(
      "t", 10, [](const Int64&) {}, subscribing);
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  publisher.reset();
  EXPECT_TRUE(eventually([&] { return ended; }));
  EXPECT_EQ(told, 0);
}

TEST_F(EventsTest, ADeadlineThatIsNotOfferedIsAMismatch) {
  QOSRequestedIncompatibleQoSInfo requested{};
  SubscriptionOptions subscribing;
  subscribing.event_callbacks.incompatible_qos_callback =
      [&](QOSRequestedIncompatibleQoSInfo& info) { requested = info; };
  const auto publisher = node->create_publisher<Int64>("t", QoS(10));
  const auto subscription = node->create_subscription<Int64>(
      "t", QoS(10).deadline(1s), [](const Int64&) {}, subscribing);
  EXPECT_TRUE(eventually([&] { return requested.total_count == 1; }));
  EXPECT_EQ(requested.last_policy_kind, RMW_QOS_POLICY_DEADLINE);
}

TEST_F(EventsTest, LostMessagesAreCounted) {
  QOSMessageLostInfo lost{};
  SubscriptionOptions subscribing;
  subscribing.event_callbacks.message_lost_callback = [&](QOSMessageLostInfo& info) {
    lost = info;
  };
  int received = 0;
  const auto subscription = node->create_subscription<Int64>(
      "t", 2, [&](const Int64&) { ++received; }, subscribing);
  const auto publisher = node->create_publisher<Int64>("t", 2);
  ASSERT_TRUE(wait_until([&] {
    return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
  }));
  for (int i = 0; i < 10; ++i) publisher->publish(Int64());
  EXPECT_TRUE(eventually([&] { return received == 2 && lost.total_count == 8; }));
}

TEST_F(EventsTest, ASilentPublisherOfManualLivelinessIsNotAlive) {
  QOSLivelinessChangedInfo changed{};
  QOSLivelinessLostInfo lost{};
  const QoS qos =
      QoS(10).liveliness(LivelinessPolicy::ManualByTopic).liveliness_lease_duration(100ms);
  PublisherOptions publishing;
  publishing.event_callbacks.liveliness_callback = [&](QOSLivelinessLostInfo& info) {
    lost = info;
  };
  SubscriptionOptions subscribing;
  subscribing.event_callbacks.liveliness_callback = [&](QOSLivelinessChangedInfo& info) {
    changed = info;
  };
  const auto publisher = node->create_publisher<Int64>("t", qos, publishing);
  const auto subscription = node->create_subscription<Int64>(
      "t", qos, [](const Int64&) {}, subscribing);
  EXPECT_TRUE(eventually([&] {
    (void)publisher->assert_liveliness();
    return changed.alive_count == 1;
  }));
  EXPECT_TRUE(eventually([&] { return changed.alive_count == 0 && lost.total_count >= 1; }));
  EXPECT_EQ(changed.not_alive_count, 1);
  EXPECT_TRUE(eventually([&] {
    (void)publisher->assert_liveliness();
    return changed.alive_count == 1 && changed.not_alive_count == 0;
  }));
}

TEST_F(EventsTest, APublisherThatWasReadElsewhereOnlyIsAliveForAReaderInItsProcess) {
  constexpr auto lease = 400ms;
  const QoS qos =
      QoS(10).liveliness(LivelinessPolicy::ManualByTopic).liveliness_lease_duration(lease);
  PublisherOptions publishing;
  publishing.use_intra_process_comm = IntraProcessSetting::Enable;
  SubscriptionOptions elsewhere;
  elsewhere.use_intra_process_comm = IntraProcessSetting::Disable;
  QOSLivelinessChangedInfo changed{};
  SubscriptionOptions here;
  here.use_intra_process_comm = IntraProcessSetting::Enable;
  here.event_callbacks.liveliness_callback = [&](QOSLivelinessChangedInfo& info) {
    changed = info;
  };
  const auto publisher = node->create_publisher<Int64>("t", qos, publishing);
  const auto reader = node->create_subscription<Int64>(
      "t", qos, [](const Int64&) {}, elsewhere);
  ASSERT_TRUE(eventually([&] { return publisher->get_subscription_count() == 1; }));
  // A machine that stops this thread for a lease takes the liveliness rightly: then once more.
  const auto is_alive_after_a_while = [&] {
    const auto end = std::chrono::steady_clock::now() + 2 * lease;
    EXPECT_TRUE(eventually([&] {
      publisher->publish(Int64());
      return std::chrono::steady_clock::now() > end;
    }));
    changed = {};
    const auto late = node->create_subscription<Int64>(
        "t", qos, [](const Int64&) {}, here);
    EXPECT_TRUE(eventually([&] { return changed.alive_count + changed.not_alive_count == 1; }));
    return changed.alive_count == 1;
  };
  bool is_alive = false;
  for (int tries = 0; !is_alive && tries < 3; ++tries) is_alive = is_alive_after_a_while();
  EXPECT_TRUE(is_alive);
}

TEST_F(EventsTest, APublisherThatIsGoneIsNeitherAliveNorNotAlive) {
  for (const auto in_process : {IntraProcessSetting::Disable, IntraProcessSetting::Enable}) {
    for (const auto policy : {LivelinessPolicy::Automatic, LivelinessPolicy::ManualByTopic}) {
      QOSLivelinessChangedInfo changed{};
      const QoS qos = QoS(10).liveliness(policy).liveliness_lease_duration(100ms);
      PublisherOptions publishing;
      publishing.use_intra_process_comm = in_process;
      SubscriptionOptions subscribing;
      subscribing.use_intra_process_comm = in_process;
      subscribing.event_callbacks.liveliness_callback = [&](QOSLivelinessChangedInfo& info) {
        changed = info;
      };
      auto publisher = node->create_publisher<Int64>("t", qos, publishing);
      const auto subscription = node->create_subscription<Int64>(
          "t", qos, [](const Int64&) {}, subscribing);
      EXPECT_TRUE(eventually([&] { return changed.alive_count == 1; }));
      const bool silent = policy == LivelinessPolicy::ManualByTopic;
      EXPECT_TRUE(eventually([&] { return changed.not_alive_count == (silent ? 1 : 0); }));
      changed = {};
      publisher.reset();
      EXPECT_TRUE(eventually(
          [&] { return changed.alive_count_change + changed.not_alive_count_change != 0; }));
      EXPECT_EQ(changed.alive_count, 0);
      EXPECT_EQ(changed.not_alive_count, 0);
      EXPECT_EQ(changed.alive_count_change, silent ? 0 : -1);
      EXPECT_EQ(changed.not_alive_count_change, silent ? -1 : 0);
    }
  }
}

TEST_F(EventsTest, WithoutACallbackAMismatchIsOneWarningThatNamesThePolicy) {
  std::atomic<int> warnings{0};
  ContextOptions quiet;
  quiet.on_event = [&](const ContextEvent& event) {
    if (event.text.find("/t") != std::string::npos &&
        event.text.find("reliab") != std::string::npos) {
      ++warnings;
    }
  };
  const auto own = std::make_shared<Context>(quiet);
  const auto other = std::make_shared<Node>("other", NodeOptions().context(own));
  const auto publisher = other->create_publisher<Int64>("t", QoS(10).best_effort());
  const auto subscription =
      other->create_subscription<Int64>("t", QoS(10).reliable(), [](const Int64&) {});
  EXPECT_TRUE(wait_until([&] { return warnings >= 1; }));
  const auto again =
      other->create_subscription<Int64>("u", QoS(10).reliable(), [](const Int64&) {});
  EXPECT_EQ(warnings, 1);
  own->shutdown();
}

TEST_F(EventsTest, AMismatchBetweenProcessesIsOneWarningOnEachSideHoweverOftenTheyLook) {
  struct Side {
    std::atomic<int> warnings{0};
    Context::SharedPtr own;
    std::shared_ptr<Node> node;
  };
  Side sides[2];
  for (Side& side : sides) {
    ContextOptions quiet;
    quiet.on_event = [&side](const ContextEvent& event) {
      EXPECT_EQ(event.kind, EventKind::incompatible_qos) << event.text;
      EXPECT_THAT(event.text, ::testing::AllOf(::testing::HasSubstr("/t"),
                                               ::testing::HasSubstr("policy DURABILITY")));
      ++side.warnings;
    };
    side.own = std::make_shared<Context>(quiet);
    const char* const name = &side == sides ? "talker" : "listener";
    side.node = std::make_shared<Node>(name, NodeOptions().context(side.own));
  }
  const auto publisher = sides[0].node->create_publisher<Int64>("t", QoS(10));
  const auto subscription = sides[1].node->create_subscription<Int64>(
      "t", QoS(10).transient_local(), [](const Int64&) {});
  EXPECT_TRUE(wait_until([&] { return sides[0].warnings >= 1 && sides[1].warnings >= 1; }));
  // What changes in the registry is looked at again.
  const auto more = sides[0].node->create_publisher<Int64>("u", 10);
  const auto wanted = sides[1].node->create_subscription<Int64>("u", 10, [](const Int64&) {});
  EXPECT_TRUE(wait_until([&] { return more->get_subscription_count() == 1; }));
  EXPECT_EQ(sides[0].warnings, 1);
  EXPECT_EQ(sides[1].warnings, 1);
  for (Side& side : sides) side.own->shutdown();
}

}  // namespace
}  // namespace baton::nodes
