// SPDX-License-Identifier: Apache-2.0
// Publishers of the same user with a bug: what they write must not end the processes that read it.
#include <gmock/gmock.h>

#include <mutex>

#include <baton/baton.hpp>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>

#include "testing/child_process.hpp"
#include "testing/isolation.hpp"

namespace baton::testing {
namespace {

using diagnostic_msgs::msg::DiagnosticArray;
using ::testing::Contains;
using ::testing::HasSubstr;

/// Reads every byte of it.
std::size_t characters_of(const DiagnosticArray& message) {
  const auto count = [](const auto& text) {
    std::size_t characters = 0;
    for (const char each : text) characters += each != '\0' ? 1 : 0;
    return characters;
  };
  std::size_t sum = count(message.header.frame_id);
  for (const auto& status : message.status) {
    sum += count(status.name) + count(status.message) + count(status.hardware_id);
    for (const auto& value : status.values) sum += count(value.key) + count(value.value);
  }
  return sum;
}

const std::size_t usual_characters = 3 + 100 * (5 + 8 + 2 + 3 * (11 + 4));

class CarelessPublishers : public IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    ContextOptions options;
    options.on_event = [this](const ContextEvent& event) {
      const std::lock_guard lock(mutex_);
      events_.push_back(event.text);
    };
    context_ = std::make_shared<Context>(options);
    node = std::make_shared<Node>("reader", NodeOptions().context(context_));
  }
  void TearDown() override {
    node.reset();
    context_->shutdown("the test is over");
    context_.reset();
    IsolatedTest::TearDown();
  }
  std::unique_ptr<ChildProcess> publisher() {
    auto made = std::make_unique<ChildProcess>(
        ChildOptions{"baton_careless_publisher", {}, {{"ROS_DISABLE_LOANED_MESSAGES", {}}}, {}});
    EXPECT_EQ(made->read_line(), "ready") << made->errors();
    return made;
  }
  static void publish(ChildProcess& publisher, const std::string& damage) {
    ASSERT_TRUE(publisher.write_line(damage));
    ASSERT_EQ(publisher.read_line(), "published") << publisher.errors();
  }
  static void leave(ChildProcess& publisher) {
    publisher.close_input();
    EXPECT_TRUE(publisher.wait());
  }
  Subscription<DiagnosticArray>::SharedPtr subscribe(const SubscriptionOptions& options = {}) {
    return node->create_subscription<DiagnosticArray>(
        "/diagnostics", 10,
        [this](const DiagnosticArray& message) { characters_.push_back(characters_of(message)); },
        options);
  }
  std::vector<std::string> events() const {
    const std::lock_guard lock(mutex_);
    return events_;
  }
  ExecutorOptions executor_options() const {
    ExecutorOptions made;
    made.context = context_;
    return made;
  }

  std::shared_ptr<Node> node;
  std::vector<std::size_t> characters_;  // of each message that the callback was called with

 private:
  Context::SharedPtr context_;
  mutable std::mutex mutex_;  // covers what follows
  std::vector<std::string> events_;
};

/// The ways to a message: each takes one, if there is one, and says how many characters it has.
using Way = std::optional<std::size_t> (*)(Subscription<DiagnosticArray>&);
struct NamedWay {
  const char* name;
  Way take;
};
const std::vector<NamedWay> ways{
    {"in place",
     [](auto& subscription) -> std::optional<std::size_t> {
       const auto sample = subscription.take();
       if (!sample) return std::nullopt;
       return characters_of(**sample);
     }},
    {"copied",
     [](auto& subscription) -> std::optional<std::size_t> {
       DiagnosticArray message;
       MessageInfo info;
       if (!subscription.take(message, info)) return std::nullopt;
       return characters_of(message);
     }},
    {"serialized",
     [](auto& subscription) -> std::optional<std::size_t> {
       SerializedMessage bytes;
       MessageInfo info;
       if (!subscription.take_serialized(bytes, info)) return std::nullopt;
       DiagnosticArray message;
       Serialization<DiagnosticArray>().deserialize_message(&bytes, &message);
       return characters_of(message);
     }},
};

class Damage : public CarelessPublishers, public ::testing::WithParamInterface<const char*> {};

TEST_P(Damage, EndsTheMatchAndNotTheSubscriptionsThatTake) {
  const auto honest = publisher();
  std::uint64_t dropped = 0;
  for (const NamedWay& way : ways) {
    SCOPED_TRACE(way.name);
    const auto careless = publisher();
    const auto subscription = subscribe();
    ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 2; }));
    publish(*careless, "none");
    EXPECT_EQ(way.take(*subscription), usual_characters);
    publish(*careless, GetParam());
    EXPECT_EQ(way.take(*subscription), std::nullopt);
    EXPECT_EQ(subscription->get_counters().dropped_peers, 1u);
    EXPECT_EQ(subscription->get_publisher_count(), 1u);
    EXPECT_TRUE(wait_until([&] { return events().size() == dropped + 1; }));
    ++dropped;
    publish(*honest, "none");
    EXPECT_EQ(way.take(*subscription), usual_characters);
    leave(*careless);
  }
  EXPECT_THAT(events(),
              ::testing::Each(HasSubstr("the memory that it publishes contradicts itself")));
  leave(*honest);
}

TEST_P(Damage, EndsTheMatchAndNotAnExecutor) {
  const auto honest = publisher();
  const auto careless = publisher();
  const auto subscription = subscribe();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  const auto spin_until = [&](const std::function<bool()>& done) {
    return wait_until([&] {
      if (!done()) executor.spin_once(std::chrono::milliseconds(1));
      return done();
    });
  };
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 2; }));
  publish(*careless, GetParam());
  ASSERT_TRUE(spin_until([&] { return subscription->get_counters().dropped_peers == 1; }));
  publish(*honest, "none");
  ASSERT_TRUE(spin_until([&] { return !characters_.empty(); }));
  EXPECT_THAT(characters_, ::testing::ElementsAre(usual_characters));
  executor.remove_node(node);
  leave(*careless);
  leave(*honest);
}

INSTANTIATE_TEST_SUITE_P(OfAMessage, Damage,
                         ::testing::Values("points_nowhere", "points_before_the_message",
                                           "offset_that_wraps", "nested_string_points_nowhere",
                                           "longer_than_its_block", "block_longer_than_the_message",
                                           "elements_without_a_block", "block_of_a_heap",
                                           "string_without_its_end", "blocks_that_overlap"),
                         [](const auto& test) { return std::string(test.param); });

TEST_F(CarelessPublishers, AreBelievedByASubscriptionThatDoesNotValidate) {
  const auto careless = publisher();
  SubscriptionOptions options;
  options.validate_messages = false;
  const auto subscription = subscribe(options);
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  publish(*careless, "string_without_its_end");  // can be read, up to its size
  EXPECT_TRUE(subscription->take());
  EXPECT_EQ(subscription->get_counters().dropped_peers, 0u);
  leave(*careless);
}

}  // namespace
}  // namespace baton::testing
