// SPDX-License-Identifier: Apache-2.0
// Publishers and other entities that a lifecycle node activates with itself.
#include <rclcpp_lifecycle/lifecycle_publisher.hpp>

#include "lifecycle_test.hpp"

namespace lifecycle_test {
namespace {

using rclcpp_lifecycle::LifecyclePublisher;
using rclcpp_lifecycle::ManagedEntityInterface;
using rclcpp_lifecycle::SimpleManagedEntity;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

String text(const std::string& data) {
  String message;
  message.data = data;
  return message;
}

class LifecyclePublishers : public LifecycleTest {
 protected:
  void SetUp() override {
    LifecycleTest::SetUp();
    node = make_node();
    publisher = node->create_publisher<String>("words", 10);
    listener = std::make_shared<rclcpp::Node>("listener", options());
    subscription = listener->create_subscription<String>(
        "words", 10, [this](const String& message) { heard.push_back(message.data); });
    ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  }
  void TearDown() override {
    subscription.reset();
    listener.reset();
    publisher.reset();
    node.reset();
    LifecycleTest::TearDown();
  }
  /// What has come before "end".
  std::vector<std::string> hear() {
    const bool was_active = publisher->is_activated();
    if (!was_active) publisher->on_activate();
    publisher->publish(text("end"));
    if (!was_active) publisher->on_deactivate();
    rclcpp::executors::SingleThreadedExecutor executor(executor_options());
    executor.add_node(listener);
    EXPECT_TRUE(wait_until([&] {
      executor.spin_some();
      return !heard.empty() && heard.back() == "end";
    }));
    auto words = std::move(heard);
    heard.clear();
    if (!words.empty()) words.pop_back();
    return words;
  }
  void publish_in_every_form() {
    publisher->publish(text("copied"));
    publisher->publish(std::make_unique<String>(text("owned")));
    auto loan = publisher->borrow_loaned_message();
    loan.get().data = "lent";
    publisher->publish(std::move(loan));
    rclcpp::SerializedMessage bytes;
    rclcpp::Serialization<String>().serialize_message(&serialized, &bytes);
    publisher->publish(bytes);
  }

  const String serialized = text("serialized");
  std::shared_ptr<NotingNode> node;
  LifecyclePublisher<String>::SharedPtr publisher;
  rclcpp::Node::SharedPtr listener;
  rclcpp::Subscription<String>::SharedPtr subscription;
  std::vector<std::string> heard;
};

TEST_F(LifecyclePublishers, PublishWhileTheirNodeIsActive) {
  EXPECT_FALSE(publisher->is_activated());
  publish_in_every_form();
  node->configure();
  publish_in_every_form();
  EXPECT_THAT(hear(), IsEmpty());
  node->activate();
  EXPECT_TRUE(publisher->is_activated());
  publish_in_every_form();
  EXPECT_THAT(hear(), ElementsAre("copied", "owned", "lent", "serialized"));
  node->deactivate();
  EXPECT_FALSE(publisher->is_activated());
  publish_in_every_form();
  EXPECT_THAT(hear(), IsEmpty());
}

TEST_F(LifecyclePublishers, MayBeActivatedByHand) {
  publisher->on_activate();
  publish_in_every_form();
  EXPECT_EQ(hear().size(), 4u);
  // What the user activated stays so when an unrelated transition fails.
  node->on("configure", CallbackReturn::FAILURE);
  node->configure();
  EXPECT_TRUE(publisher->is_activated());
  publisher->on_deactivate();
  publish_in_every_form();
  EXPECT_THAT(hear(), IsEmpty());
}

TEST_F(LifecyclePublishers, ThatAreMadeInAnActiveNodeBeginInactive) {
  node->configure();
  node->activate();
  const auto late = node->create_publisher<String>("late", 10);
  EXPECT_FALSE(late->is_activated());
  node->deactivate();
  node->activate();
  EXPECT_TRUE(late->is_activated());
}

TEST_F(LifecyclePublishers, AnInactiveOneGivesALoanBack) {
  for (int i = 0; i < 1000; ++i) publisher->publish(publisher->borrow_loaned_message());
  const auto counters = publisher->get_counters();
  EXPECT_EQ(counters.loans, 1000u);
  EXPECT_LE(counters.chunks, 100u);
  EXPECT_EQ(counters.published, 0u);
}

TEST_F(LifecyclePublishers, TellOnceUntilTheNextActivation) {
  const auto lines_of = [&](auto&& act) {
    ::testing::internal::CaptureStderr();
    act();
    const std::string all = ::testing::internal::GetCapturedStderr();
    std::size_t count = 0;
    for (std::size_t at = 0;
         (at = all.find("'/words', but the publisher is not activated", at)) != std::string::npos;
         ++at) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(lines_of([&] { publish_in_every_form(); }), 1u);
  EXPECT_EQ(lines_of([&] { publish_in_every_form(); }), 0u);
  node->configure();
  node->activate();
  EXPECT_EQ(lines_of([&] { publish_in_every_form(); }), 0u);
  node->deactivate();
  EXPECT_EQ(lines_of([&] { publish_in_every_form(); }), 1u);
}

TEST_F(LifecyclePublishers, StopWhenAnActivationFailsBehindThem) {
  node->configure();
  for (const CallbackReturn result : {CallbackReturn::FAILURE, CallbackReturn::ERROR}) {
    node->on("activate", [&, result] {
      EXPECT_TRUE(publisher->is_activated()) << "by LifecycleNode::on_activate()";
      return result;
    });
    node->activate();
    EXPECT_FALSE(publisher->is_activated());
  }
}

TEST_F(LifecyclePublishers, StopBehindTheShutdownOfAnActiveNode) {
  node->configure();
  node->activate();
  node->on("shutdown", [&] {
    publisher->publish(text("farewell"));
    return CallbackReturn::SUCCESS;
  });
  node->shutdown();
  EXPECT_FALSE(publisher->is_activated());
  EXPECT_THAT(hear(), ElementsAre("farewell"));
}

TEST_F(LifecyclePublishers, AreMadeOfAPartOfANodeAndManagedByHand) {
  const auto made = std::make_shared<LifecyclePublisher<String>>(
      node->get_node_base_interface().get(), "made", rclcpp::QoS(10), rclcpp::PublisherOptions());
  node->add_managed_entity(made);
  node->configure();
  node->activate();
  EXPECT_TRUE(made->is_activated());
  EXPECT_STREQ(made->get_topic_name(), "/made");
}

// ---- other entities ----

class NotingEntity : public ManagedEntityInterface {
 public:
  NotingEntity(std::string name, std::vector<std::string>& notes)
      : name_(std::move(name)), notes_(notes) {}
  void on_activate() override { notes_.push_back("+" + name_); }
  void on_deactivate() override { notes_.push_back("-" + name_); }

 private:
  const std::string name_;
  std::vector<std::string>& notes_;
};

class LifecycleEntities : public LifecycleTest {};

TEST_F(LifecycleEntities, FollowTheirNodeInTheirOrder) {
  std::vector<std::string> notes;
  const auto node = make_node();
  const auto one = std::make_shared<NotingEntity>("one", notes);
  auto two = std::make_shared<NotingEntity>("two", notes);
  node->add_managed_entity(one);
  node->add_managed_entity(two);
  node->configure();
  EXPECT_THAT(notes, IsEmpty());
  node->activate();
  EXPECT_THAT(notes, ElementsAre("+one", "+two"));
  two.reset();
  node->deactivate();
  EXPECT_THAT(notes, ElementsAre("+one", "+two", "-one"));
  node->cleanup();
  node->shutdown();
  EXPECT_EQ(notes.size(), 3u);
}

TEST_F(LifecycleEntities, OneThatThrowsIsAnErrorOfTheActivation) {
  struct Thrower : ManagedEntityInterface {
    void on_activate() override { throw std::runtime_error("cannot"); }
    void on_deactivate() override { throw 5; }
  };
  const auto node = make_node();
  const auto before = std::make_shared<SimpleManagedEntity>();
  const auto thrower = std::make_shared<Thrower>();
  node->add_managed_entity(before);
  node->add_managed_entity(thrower);
  node->configure();
  CallbackReturn result{};
  EXPECT_EQ(node->activate(result).label(), "unconfigured");
  EXPECT_EQ(result, CallbackReturn::ERROR);
  EXPECT_FALSE(before->is_activated());
}

TEST_F(LifecycleEntities, MayAskTheirNodeAndAddOthers) {
  struct Curious : ManagedEntityInterface {
    explicit Curious(NotingNode& its) : node(its) {}
    void on_activate() override {
      state = node.get_current_state().label();
      node.add_managed_entity(other);
    }
    void on_deactivate() override {}
    NotingNode& node;
    std::string state;
    std::shared_ptr<SimpleManagedEntity> other = std::make_shared<SimpleManagedEntity>();
  };
  const auto node = make_node();
  const auto entity = std::make_shared<Curious>(*node);
  node->add_managed_entity(entity);
  node->configure();
  node->activate();
  EXPECT_EQ(entity->state, "activating");
}

TEST_F(LifecycleEntities, ATimerHandleIsTaken) {
  class Timed : public LifecycleNode {
   public:
    explicit Timed(const rclcpp::NodeOptions& of) : LifecycleNode("node", of) {
      timer = create_wall_timer(std::chrono::hours(1), [] {});
      add_timer_handle(timer);
    }
    rclcpp::TimerBase::SharedPtr timer;
  };
  const auto node = std::make_shared<Timed>(options());
  node->configure();
  node->activate();
  node->deactivate();
  EXPECT_FALSE(node->timer->is_canceled());
}

TEST_F(LifecycleEntities, StayInactiveIfAnOverrideDoesNotCallItsBase) {
  class Forgetful : public LifecycleNode {
   public:
    using LifecycleNode::LifecycleNode;
    CallbackReturn on_activate(const State&) override { return CallbackReturn::SUCCESS; }
  };
  const auto node = std::make_shared<Forgetful>("node", options());
  const auto publisher = node->create_publisher<String>("words", 10);
  node->configure();
  EXPECT_EQ(node->activate().label(), "active");
  EXPECT_FALSE(publisher->is_activated());
}

}  // namespace
}  // namespace lifecycle_test
