// SPDX-License-Identifier: Apache-2.0
// What shared memory covers is neither encoded nor decoded for DDS.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include <rcl_interfaces/msg/log.hpp>

#include "dds/networked_transport.hpp"
#include "kept_descriptors.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"
#include "transport/combined/combined_transport.hpp"

namespace baton::network {
namespace {

using rcl_interfaces::msg::Log;
using testing::wait_until;

std::atomic<int> encoded{0};
std::atomic<int> decoded{0};

/// Of Log, and counts.
const msg::TypeSupport& counting_type() {
  static const msg::TypeSupport made = [] {
    msg::TypeSupport type = msg::type_support<Log>();
    type.encode = [](msg::CdrWriter& writer, const void* message) noexcept {
      ++encoded;
      msg::type_support<Log>().encode(writer, message);
    };
    type.decode = [](msg::CdrReader& reader, void* message) {
      ++decoded;
      return msg::type_support<Log>().decode(reader, message);
    };
    return type;
  }();
  return made;
}

class Covered : public testing::IsolatedTest {
 protected:
  void SetUp() override {
    testing::IsolatedTest::SetUp();
    encoded = decoded = 0;
  }

  std::unique_ptr<transport::Transport> open(const std::string& machine, const std::string& name) {
    transport::ParticipantOptions here;
    here.name = name;
    here.directory = std::string(std::getenv("BATON_REGISTRY_DIR")) + "_" + machine;
    here.on_event = [](const ContextEvent& event) { ADD_FAILURE() << event.text; };
    auto local = transport::open_combined_transport(here);
    EXPECT_TRUE(local);
    dds::DdsOptions options;
    options.name = name;
    options.domain_id = static_cast<unsigned>(std::atoi(std::getenv("ROS_DOMAIN_ID")));
    options.on_event = here.on_event;
    auto opened = dds::open_networked_transport(std::move(*local), options);
    EXPECT_TRUE(opened) << opened.error().text;
    return std::move(*opened);
  }
  template <class Spec>
  static Spec spec_of_log() {
    Spec spec;
    spec.topic = "/log";
    spec.type = &counting_type();
    spec.type_name = spec.type->type_name;
    spec.layout_hash = spec.type->layout_hash;
    spec.qos = QoS(100).reliable();
    return spec;
  }
  static std::shared_ptr<transport::SubscriptionPort> hear(transport::Transport& transport) {
    return *transport.open_subscription(spec_of_log<transport::SubscriptionSpec>());
  }
  static void say(transport::PublisherPort& publisher, std::size_t text_bytes) {
    auto loan = publisher.loan(sizeof(Log));
    ASSERT_TRUE(loan) << loan.error().text;
    auto* const message = new (loan->data) Log;
    message->msg.assign(text_bytes, 'x');
    ASSERT_TRUE(publisher.publish(loan->token, sizeof(Log)));
  }
  static std::size_t take_all(transport::SubscriptionPort& subscription) {
    std::size_t count = 0;
    for (transport::Sample sample; subscription.take(sample); ++count) {
      sample.owner->release(sample.token);
    }
    return count;
  }
  static bool takes(transport::SubscriptionPort& subscription, std::size_t count) {
    return wait_until([&, taken = std::size_t{0}]() mutable {
      return (taken += take_all(subscription)) >= count;
    });
  }
};

TEST_F(Covered, APublisherEncodesNothingForPeersThatItMeetsByMemory) {
  auto here = open("a", "here");
  auto near = open("a", "near");
  const auto publisher = *here->open_publisher(spec_of_log<transport::PublisherSpec>());
  const auto own = hear(*here);
  const auto near_one = hear(*near);
  ASSERT_TRUE(wait_until([&] { return publisher->match_count() == 2; }));
  for (int i = 0; i < 10; ++i) say(*publisher, 1000);
  EXPECT_TRUE(takes(*own, 10) && takes(*near_one, 10));
  EXPECT_EQ(encoded, 0);
  EXPECT_EQ(decoded, 0);
}

TEST_F(Covered, OfNearAndFarOnlyTheFarOneDecodes) {
  auto here = open("a", "here");
  auto near = open("a", "near");
  auto far = open("b", "far");
  const auto publisher = *here->open_publisher(spec_of_log<transport::PublisherSpec>());
  const auto near_one = hear(*near);
  const auto far_one = hear(*far);
  ASSERT_TRUE(
      wait_until([&] { return publisher->match_count() == 2 && far_one->match_count() == 1; }));
  for (int i = 0; i < 10; ++i) say(*publisher, 1000);
  EXPECT_TRUE(takes(*near_one, 10) && takes(*far_one, 10));
  EXPECT_EQ(encoded, 10);
  EXPECT_EQ(decoded, 10);
}

}  // namespace
}  // namespace baton::network
