// SPDX-License-Identifier: Apache-2.0
// Messages of a type that this program was compiled without, from a process that has it.
#include <gmock/gmock.h>
#include <signal.h>

#include <cstring>
#include <memory>
#include <string>

#include <baton/msg/reflection.hpp>
#include <baton/msg/yaml.hpp>

#include "testing/child_process.hpp"
#include "testing/isolation.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::testing {
namespace {

using ::testing::HasSubstr;

class StrangeTypes : public IsolatedTest {
 protected:
  void TearDown() override {
    in_place.reset();
    encoded.reset();
    transport.reset();
    surveyor.reset();
    IsolatedTest::TearDown();
  }

  void start_surveyor(std::optional<std::string> kill_at = std::nullopt) {
    surveyor = std::make_unique<ChildProcess>(
        ChildOptions{"baton_test_surveyor", {}, {{"BATON_KILL_AT", kill_at}}, {}});
    ASSERT_EQ(surveyor->read_line(), "ready");
    transport::ParticipantOptions options;
    options.name = "stranger to its types";
    options.directory = registry();
    transport = std::move(*transport::open_shm_transport(options));
    ASSERT_TRUE(wait_until([&] { return transport->endpoints().value().size() == 1; }));
  }
  /// Learns the type, and subscribes with its layout and with another.
  void subscribe() {
    auto text = transport->type_description("/area", default_deadline);
    ASSERT_TRUE(text) << text.error().text;
    std::string error;
    type = msg::ReflectedType::parse(*text, error);
    ASSERT_TRUE(type) << error;
    transport::SubscriptionSpec spec;
    spec.topic = "/area";
    spec.type = &type->type();
    spec.type_name = spec.type->type_name;
    for (int i = 0; i < 8; ++i) spec.type_hash = spec.type_hash << 8 | spec.type->hash[i];
    spec.layout_hash = spec.type->layout_hash;
    in_place = std::move(*transport->open_subscription(spec));
    spec.layout_hash ^= 1;
    encoded = std::move(*transport->open_subscription(spec));
    ASSERT_TRUE(
        wait_until([&] { return in_place->match_count() == 1 && encoded->match_count() == 1; }));
    EXPECT_TRUE(in_place->matches()[0].zero_copy);
    EXPECT_FALSE(encoded->matches()[0].zero_copy);
  }
  /// The next message as one line; "nothing" if there is none.
  std::string take(transport::SubscriptionPort& subscription) const {
    transport::Sample sample;
    if (!subscription.take(sample)) return "nothing";
    std::string text = msg::to_yaml(type->type(), sample.data, {.flow = true});
    sample.owner->release(sample.token);
    return text;
  }

  std::unique_ptr<ChildProcess> surveyor;
  std::shared_ptr<const msg::ReflectedType> type;
  std::unique_ptr<transport::Transport> transport;
  std::shared_ptr<transport::SubscriptionPort> in_place;
  std::shared_ptr<transport::SubscriptionPort> encoded;
};

TEST_F(StrangeTypes, AProcessWithoutTheTypeLearnsItFromThePublisherAndPrintsItsMessages) {
  ASSERT_NO_FATAL_FAILURE(start_surveyor());
  const EndpointInfo publisher = transport->endpoints().value()[0];
  EXPECT_EQ(publisher.type_name, "geometry_msgs/msg/PolygonStamped");
  EXPECT_THAT(publisher.type_hash, HasSubstr("RIHS01_"));
  EXPECT_EQ(publisher.pid, surveyor->pid());
  ASSERT_NO_FATAL_FAILURE(subscribe());
  for (const int points : {1, 500}) {
    surveyor->write_line(std::to_string(points));
    ASSERT_EQ(surveyor->read_line(), "published");
    const std::string text = take(*in_place);
    EXPECT_THAT(text, HasSubstr("frame_id: map"));
    EXPECT_THAT(text, HasSubstr("x: " + std::to_string(points - 1) + ".0"));
    EXPECT_EQ(take(*encoded), text);
  }
  EXPECT_EQ(take(*encoded), "nothing");
  surveyor->close_input();
  EXPECT_TRUE(surveyor->wait());
}

TEST_F(StrangeTypes, APublisherThatIsKilledBetweenItsTwoRingsHasPublishedInTheFirst) {
  // Each message passes twice.
  ASSERT_NO_FATAL_FAILURE(start_surveyor("publish.after_wake:3"));
  ASSERT_NO_FATAL_FAILURE(subscribe());
  surveyor->write_line("1");
  ASSERT_EQ(surveyor->read_line(), "published");
  surveyor->write_line("2");
  const auto end = surveyor->wait();
  ASSERT_TRUE(end);
  ASSERT_EQ(end->signal, SIGKILL);
  EXPECT_TRUE(
      wait_until([&] { return in_place->match_count() == 0 && encoded->match_count() == 0; }));
  EXPECT_THAT(take(*in_place), HasSubstr("x: 0.0"));
  EXPECT_THAT(take(*in_place), HasSubstr("x: 1.0"));
  EXPECT_THAT(take(*encoded), HasSubstr("x: 0.0"));
  EXPECT_EQ(take(*encoded), "nothing");
  EXPECT_EQ(in_place->counters().dropped_peers + encoded->counters().dropped_peers, 0u);
}

}  // namespace
}  // namespace baton::testing
