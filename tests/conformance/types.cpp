// SPDX-License-Identifier: Apache-2.0
// What participants know of each other's types: which are used, what they look like, and in what
// two of them differ.
#include <unistd.h>

#include <cstring>

#include <baton/msg/field_path.hpp>
#include <baton/msg/operations.hpp>
#include <baton/msg/reflection.hpp>
#include <baton/msg/type_hash.hpp>
#include <baton/msg/yaml.hpp>

#include "msg/testing/described.hpp"
#include "testing/deadline.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

using msg::testing::described;
using msg::testing::ShortField;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using testing::wait_until;
using Type = std::shared_ptr<const msg::ReflectedType>;

constexpr std::chrono::nanoseconds patience = testing::default_deadline;

Type parse(std::string_view description) {
  std::string error;
  Type type = msg::ReflectedType::parse(description, error);
  EXPECT_NE(type, nullptr) << error;
  return type;
}

/// A type with a string, a sequence and a nested message.
Type sample_type() { return parse(msg::testing::sample_description()); }

template <class Spec>
Spec spec_of(const Type& type, Spec spec) {
  spec.type = &type->type();
  spec.type_name = spec.type->type_name;
  std::memcpy(&spec.type_hash, spec.type->hash.data(), sizeof spec.type_hash);
  spec.layout_hash = spec.type->layout_hash;
  return spec;
}

Publisher publisher_of(transport::Transport& transport, const Type& type) {
  return open_publisher(transport, spec_of(type, publisher_spec()));
}
Subscription subscription_of(transport::Transport& transport, const Type& type) {
  return open_subscription(transport, spec_of(type, subscription_spec()));
}

base::Result<std::uint64_t> publish_yaml(const Publisher& publisher, const Type& type,
                                         const std::string& yaml) {
  auto loan = publisher->loan(type->type().size_bytes);
  if (!loan) return std::move(loan).error();
  msg::construct(type->type(), loan->data);
  std::string error;
  EXPECT_TRUE(msg::from_yaml(type->type(), loan->data, yaml, error)) << error;
  auto published = publisher->publish(loan->token, type->type().size_bytes);
  if (!published) publisher->discard(loan->token);
  return published;
}

TEST_P(TransportConformance, EveryParticipantSeesAllEndpointsOfTheDomain) {
  auto here = open("here");
  auto there = open("there");
  const Type type = sample_type();
  const auto publisher = publisher_of(*there, type);
  const auto subscription = open_subscription(*here, subscription_spec(10, "/other"));
  std::vector<EndpointInfo> seen;
  ASSERT_TRUE(wait_until([&] {
    seen = here->endpoints().value();
    return seen.size() == 2;
  }));
  EXPECT_EQ(seen[0].topic, "/other");
  EXPECT_EQ(seen[0].endpoint_type, EndpointType::Subscription);
  EXPECT_EQ(seen[0].type_name, "test/Message");
  EXPECT_EQ(seen[0].type_hash, "");
  EXPECT_EQ(seen[0].process_name, "here");
  EXPECT_EQ(seen[1].topic, "/t");
  EXPECT_EQ(seen[1].endpoint_type, EndpointType::Publisher);
  EXPECT_EQ(seen[1].type_name, "test/msg/Sample");
  EXPECT_EQ(seen[1].type_hash, msg::to_string(type->type().hash));
  EXPECT_EQ(seen[1].process_name, "there");
  EXPECT_EQ(seen[1].pid, getpid());
  EXPECT_THAT(seen[1].participant, SizeIs(16));
  there->close();
  EXPECT_TRUE(wait_until([&] { return here->endpoints().value().size() == 1; }));
  EXPECT_THAT(there->endpoints().error().text, HasSubstr("shut down"));
}

TEST_P(TransportConformance,
       AProcessThatDoesNotKnowATypeReadsItsMessagesByTheDescriptionOfAnother) {
  auto here = open("here");
  auto there = open("there");
  const Type theirs = sample_type();
  const auto publisher = publisher_of(*there, theirs);
  ASSERT_TRUE(wait_until([&] { return here->endpoints().value().size() == 1; }));

  auto text = here->type_description("/t", patience);
  ASSERT_TRUE(text) << text.error().text;
  EXPECT_EQ(*text, theirs->type().description);
  const Type ours = parse(*text);
  const auto subscription = subscription_of(*here, ours);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  const std::string yaml = "{name: robot, x: 1.5, data: [1, 2, 3], parts: [{id: 7, label: arm}]}";
  ASSERT_TRUE(publish_yaml(publisher, theirs, yaml));
  const auto held = take(subscription);
  ASSERT_TRUE(held);
  msg::YamlStyle flow;
  flow.flow = true;
  EXPECT_THAT(msg::to_yaml(ours->type(), held->sample().data, flow),
              AllOf(HasSubstr("name: robot"), HasSubstr("x: 1.5"), HasSubstr("data: [1, 2, 3]"),
                    HasSubstr("label: arm")));
}

TEST_P(TransportConformance, ATypeIsDescribedByItsNameAndByAProcessThatOnlySubscribesIt) {
  auto here = open("here");
  auto there = open("there");
  const Type type = sample_type();
  const auto subscription = subscription_of(*there, type);
  ASSERT_TRUE(wait_until([&] { return here->endpoints().value().size() == 1; }));
  for (auto* each : {here.get(), there.get()}) {
    auto text = each->type_description("test/msg/Sample", patience);
    ASSERT_TRUE(text) << text.error().text;
    EXPECT_EQ(*text, type->type().description);
  }
}

TEST_P(TransportConformance, ADescriptionLongerThanAPacketArrivesWhole) {
  std::vector<std::string> names;
  for (int i = 0; i < 2000; ++i) names.push_back("a_field_with_a_long_name_" + std::to_string(i));
  std::vector<ShortField> fields;
  for (const std::string& name : names) fields.push_back({name, 3});
  const Type type = parse(described({"test/msg/Long", fields}, {}));
  ASSERT_GT(type->type().description.size(), 200'000u);
  auto here = open("here");
  auto there = open("there");
  const auto publisher = publisher_of(*there, type);
  ASSERT_TRUE(wait_until([&] { return here->endpoints().value().size() == 1; }));
  auto text = here->type_description("/t", patience);
  ASSERT_TRUE(text) << text.error().text;
  EXPECT_EQ(*text, type->type().description);
}

TEST_P(TransportConformance, ATypeThatNoProcessUsesOrDescribesIsAnErrorThatSaysSo) {
  auto transport = open();
  auto unknown = transport->type_description("/nowhere", patience);
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().text, AllOf(HasSubstr("/nowhere"), HasSubstr("no endpoint")));
  const auto plain = open_publisher(*transport);
  auto text = transport->type_description("/t", patience);
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().text, AllOf(HasSubstr("test/Message"), HasSubstr("plain C++ type")));
}

TEST_P(TransportConformance, AQuestionInAnEventCallbackIsRefusedInsteadOfHanging) {
  std::unique_ptr<transport::Transport> transport;
  std::mutex mutex;
  std::string refusal;
  transport = open("test", [&](const ContextEvent& event) {
    if (event.kind != EventKind::incompatible_type) return;
    const std::lock_guard lock(mutex);
    refusal = transport->type_description("/t", patience).error().text;
  });
  auto other = open("other");
  const auto publisher = open_publisher(*transport);
  auto spec = subscription_spec();
  spec.type_name = "test/Other";
  const auto subscription = open_subscription(*other, spec);
  EXPECT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return refusal.find("another thread") != std::string::npos;
  }));
  transport->close();
}

TEST_P(TransportConformance, ARefusalNamesTheFirstFieldInWhichTheTypesDiffer) {
  const auto type = [](int x) {
    return parse(described({"test/msg/Pose", {{"frame", 17}, {"at", 1, 0, 0, "test/msg/Point"}}},
                           {{"test/msg/Point", {{"x", x}, {"y", 11}}}}));
  };
  const Type published = type(11);
  const Type subscribed = type(10);
  EventLog of_publisher;
  EventLog of_subscription;
  auto here = open("here", of_publisher.callback());
  auto there = open("there", of_subscription.callback());
  const auto publisher = publisher_of(*here, published);
  const auto subscription = subscription_of(*there, subscribed);
  for (EventLog* side : {&of_publisher, &of_subscription}) {
    EXPECT_TRUE(wait_until([&] {
      return side->has(
          EventKind::incompatible_type,
          "field \"at.x\" is float64 in the publisher and float32 in the subscription");
    })) << ::testing::PrintToString(side->texts());
    EXPECT_TRUE(side->has(EventKind::incompatible_type, "test/msg/Pose"));
    EXPECT_TRUE(side->has(EventKind::incompatible_type, msg::to_string(published->type().hash)));
    EXPECT_TRUE(side->has(EventKind::incompatible_type, msg::to_string(subscribed->type().hash)));
  }
  EXPECT_EQ(publisher->match_count(), 0u);
}

TEST_P(TransportConformance, TypesWithTwoNamesAreComparedByTheirFieldsToo) {
  const Type published = parse(described({"a/msg/One", {{"x", 11}}}, {}));
  const Type subscribed = parse(described({"b/msg/Two", {{"x", 11}, {"y", 11}}}, {}));
  auto here = open("here");
  auto there = open("there");
  const auto publisher = publisher_of(*here, published);
  const auto subscription = subscription_of(*there, subscribed);
  EXPECT_TRUE(wait_until([&] {
    return log.has(EventKind::incompatible_type,
                   "field \"y\" (float64) is in the subscription and not in the publisher");
  })) << ::testing::PrintToString(log.texts());
  EXPECT_TRUE(log.has(EventKind::incompatible_type, "a/msg/One"));
  EXPECT_TRUE(log.has(EventKind::incompatible_type, "b/msg/Two"));
}

// ---- one type, two memory layouts ----

/// No participant lays a type out differently today; a hash says that this one does.
transport::SubscriptionSpec other_layout(const Type& type, const QoS& qos = 10) {
  auto spec = spec_of(type, subscription_spec(qos));
  spec.layout_hash ^= 1;
  return spec;
}

base::Result<std::uint64_t> publish_number(const Publisher& publisher, const Type& type,
                                           std::uint64_t number) {
  return publish_yaml(publisher, type, "{name: robot, x: " + std::to_string(number) + "}");
}

/// x of the message, whose other fields are as they were published.
double number_of(const Type& type, const Held& held) {
  std::string error;
  const auto name = msg::find_field(type->type(), held.sample().data, "name", error);
  EXPECT_EQ(msg::as_text(*name), "robot");
  return *msg::as_number(*msg::find_field(type->type(), held.sample().data, "x", error));
}

std::vector<double> take_numbers(const Subscription& subscription, const Type& type) {
  std::vector<double> numbers;
  while (const auto held = take(subscription)) numbers.push_back(number_of(type, *held));
  return numbers;
}

TEST_P(TransportConformance, OneTypeWithTwoLayoutsTravelsAsCdr) {
  if (!GetParam().encodes) GTEST_SKIP() << "all endpoints have one layout there";
  auto here = open("here");
  auto there = open("there");
  const Type type = sample_type();
  const auto publisher = publisher_of(*here, type);
  const auto encoded = open_subscription(*there, other_layout(type));
  const auto in_place = subscription_of(*there, type);
  ASSERT_TRUE(matched(publisher, 2) && matched(encoded) && matched(in_place));
  for (const MatchInfo& info : {encoded->matches()[0], publisher->matches()[0]}) {
    EXPECT_EQ(info.zero_copy, info.reason.find("CDR") == std::string::npos) << info.reason;
  }
  EXPECT_FALSE(encoded->matches()[0].zero_copy);
  EXPECT_TRUE(in_place->matches()[0].zero_copy);

  const std::string yaml = "{name: robot, x: 1.5, data: [1, 2, 3], parts: [{id: 7, label: arm}]}";
  ASSERT_TRUE(publish_yaml(publisher, type, yaml));
  const auto one = take(encoded);
  const auto other = take(in_place);
  ASSERT_TRUE(one && other);
  EXPECT_TRUE(msg::equal(type->type(), one->sample().data, other->sample().data));
  EXPECT_EQ(one->sample().info.source_timestamp_ns, other->sample().info.source_timestamp_ns);
  EXPECT_EQ(one->sample().info.publication_sequence_number,
            other->sample().info.publication_sequence_number);
  EXPECT_EQ(encoded->counters().copied, 1u);
}

TEST_P(TransportConformance, ACdrSubscriptionKeepsItsDepthAndCountsWhatItSkips) {
  if (!GetParam().encodes) GTEST_SKIP() << "all endpoints have one layout there";
  auto transport = open();
  const Type type = sample_type();
  const auto publisher = publisher_of(*transport, type);
  const auto subscription = open_subscription(*transport, other_layout(type, 3));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t n = 1; n <= 8; ++n) ASSERT_TRUE(publish_number(publisher, type, n));
  EXPECT_THAT(take_numbers(subscription, type), ElementsAre(6, 7, 8));
  EXPECT_EQ(subscription->counters().received, 3u);
  EXPECT_EQ(subscription->counters().skipped, 5u);
  EXPECT_EQ(subscription->counters().lost, 0u);
}

TEST_P(TransportConformance, CdrSamplesPinNothingAndOutliveThePublisher) {
  if (!GetParam().encodes) GTEST_SKIP() << "all endpoints have one layout there";
  auto transport = open();
  const Type type = sample_type();
  auto publisher = publisher_of(*transport, type);
  const auto subscription = open_subscription(*transport, other_layout(type));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t n = 1; n <= 2; ++n) ASSERT_TRUE(publish_number(publisher, type, n));
  const auto held = take(subscription);
  ASSERT_TRUE(held);
  EXPECT_EQ(publisher->counters().pinned_chunks, 0u);
  publisher.reset();
  EXPECT_TRUE(matched(subscription, 0));
  EXPECT_THAT(take_numbers(subscription, type), ElementsAre(2));
  EXPECT_EQ(number_of(type, *held), 1);
}

TEST_P(TransportConformance, ALateCdrSubscriptionGetsWhatIsRetained) {
  if (!GetParam().encodes) GTEST_SKIP() << "all endpoints have one layout there";
  auto transport = open();
  const Type type = sample_type();
  auto spec = spec_of(type, publisher_spec(QoS(3).transient_local()));
  const auto publisher = open_publisher(*transport, spec);
  for (std::uint64_t n = 1; n <= 5; ++n) ASSERT_TRUE(publish_number(publisher, type, n));
  const auto late = open_subscription(*transport, other_layout(type, QoS(10).transient_local()));
  ASSERT_TRUE(matched(publisher) && matched(late));
  ASSERT_TRUE(publish_number(publisher, type, 6));
  const auto first = take(late);
  ASSERT_TRUE(first);
  EXPECT_EQ(number_of(type, *first), 3);
  EXPECT_EQ(first->sample().info.publication_sequence_number, 3u);
  EXPECT_THAT(take_numbers(late, type), ElementsAre(4, 5, 6));
}

TEST_P(TransportConformance, ACdrSubscriptionThatKeepsAllHoldsThePublisherBack) {
  if (!GetParam().encodes) GTEST_SKIP() << "all endpoints have one layout there";
  auto transport = open();
  const Type type = sample_type();
  QoS keep_all = QoS(KeepAll());
  keep_all.max_blocking_time(std::chrono::milliseconds(20));
  auto spec = spec_of(type, publisher_spec(keep_all));
  const auto publisher = open_publisher(*transport, spec);
  const auto subscription = open_subscription(*transport, other_layout(type, keep_all));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  std::uint64_t published = 0;
  while (published < 10'000 && publish_number(publisher, type, published + 1)) ++published;
  ASSERT_LT(published, 10'000u);
  std::vector<double> numbers = take_numbers(subscription, type);
  ASSERT_EQ(numbers.size(), published);
  EXPECT_EQ(numbers.back(), static_cast<double>(published));
  EXPECT_TRUE(publish_number(publisher, type, 1));
}

TEST_P(TransportConformance, TheCdrCopyGoesWithItsLastReader) {
  if (!GetParam().encodes) GTEST_SKIP() << "all endpoints have one layout there";
  auto transport = open();
  const Type type = sample_type();
  const auto publisher = publisher_of(*transport, type);
  publisher->discard(publisher->loan(0).value().token);  // an unused publisher has no memory at all
  publisher->discard(publisher->loan(0)->token);  // the memory of the messages themselves is there
  const auto before = publisher->counters().committed_bytes;
  for (int round = 0; round < 3; ++round) {
    auto one = open_subscription(*transport, other_layout(type));
    auto other = open_subscription(*transport, other_layout(type));
    ASSERT_TRUE(matched(publisher, 2) && matched(one) && matched(other));
    EXPECT_GT(publisher->counters().committed_bytes, before);
    one.reset();
    ASSERT_TRUE(matched(publisher, 1));
    EXPECT_GT(publisher->counters().committed_bytes, before);
    other.reset();
    ASSERT_TRUE(matched(publisher, 0));
    EXPECT_EQ(publisher->counters().committed_bytes, before);
  }
}

}  // namespace
}  // namespace baton::conformance
