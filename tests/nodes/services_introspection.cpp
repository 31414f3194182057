// SPDX-License-Identifier: Apache-2.0
// What services and clients publish of what they do.
#include <vector>

#include "services_test.hpp"

namespace baton::nodes {
namespace {

using Info = service_msgs::msg::ServiceEventInfo;

class ServiceIntrospectionTest : public ServicesTest {
 protected:
  void SetUp() override {
    ServicesTest::SetUp();
    node_ = make_node();
    executor_ = std::make_unique<executors::SingleThreadedExecutor>(executor_options());
    executor_->add_node(node_);
    service_ = node_->create_service<AddTwoInts>("add", add_them);
    client_ = node_->create_client<AddTwoInts>("add");
    events_of_ = node_->create_subscription<AddTwoInts::Event>(
        "add/_service_event", 100,
        [this](const AddTwoInts::Event& event) { events_.push_back(event); });
    ASSERT_TRUE(client_->wait_for_service(enough));
  }
  void TearDown() override {
    executor_.reset();
    events_of_.reset();
    client_.reset();
    service_.reset();
    node_.reset();
    ServicesTest::TearDown();
  }

  void configure(rcl_service_introspection_state_t state) {
    service_->configure_introspection(node_->get_clock(), 10, state);
    client_->configure_introspection(node_->get_clock(), 10, state);
    const std::size_t publishers = state == RCL_SERVICE_INTROSPECTION_OFF ? 0 : 2;
    ASSERT_TRUE(wait_until([&] { return events_of_->get_publisher_count() == publishers; }));
  }
  void call() {
    auto future = client_->async_send_request(two_ints(40, 2));
    sequence_ = future.request_id;
    ASSERT_EQ(executor_->spin_until_future_complete(future, enough), FutureReturnCode::SUCCESS);
  }
  /// Those of one kind; there is one for each call.
  AddTwoInts::Event event_of(std::uint8_t kind) {
    for (const auto& event : events_) {
      if (event.info.event_type == kind) return event;
    }
    ADD_FAILURE() << "no event " << int(kind);
    return AddTwoInts::Event();
  }

  std::shared_ptr<Node> node_;
  std::unique_ptr<executors::SingleThreadedExecutor> executor_;
  Service<AddTwoInts>::SharedPtr service_;
  Client<AddTwoInts>::SharedPtr client_;
  Subscription<AddTwoInts::Event>::SharedPtr events_of_;
  std::vector<AddTwoInts::Event> events_;
  std::int64_t sequence_ = 0;
};

TEST_F(ServiceIntrospectionTest, MetadataNamesTheCallingClientAndTheTime) {
  const Time before = node_->now();
  configure(RCL_SERVICE_INTROSPECTION_METADATA);
  call();
  ASSERT_TRUE(spin_until(*executor_, [&] { return events_.size() == 4; }));
  for (const std::uint8_t kind :
       {Info::REQUEST_SENT, Info::REQUEST_RECEIVED, Info::RESPONSE_SENT, Info::RESPONSE_RECEIVED}) {
    const auto event = event_of(kind);
    EXPECT_EQ(event.info.sequence_number, sequence_);
    EXPECT_EQ(event.info.client_gid, events_.front().info.client_gid);
    EXPECT_GE(Time(event.info.stamp, before.get_clock_type()), before);
    EXPECT_TRUE(event.request.empty());
    EXPECT_TRUE(event.response.empty());
  }
}

TEST_F(ServiceIntrospectionTest, ContentsAreRequestsAndResponses) {
  configure(RCL_SERVICE_INTROSPECTION_CONTENTS);
  call();
  ASSERT_TRUE(spin_until(*executor_, [&] { return events_.size() == 4; }));
  for (const std::uint8_t kind : {Info::REQUEST_SENT, Info::REQUEST_RECEIVED}) {
    const auto event = event_of(kind);
    ASSERT_EQ(event.request.size(), 1u);
    EXPECT_EQ(event.request[0].a, 40);
    EXPECT_TRUE(event.response.empty());
  }
  for (const std::uint8_t kind : {Info::RESPONSE_SENT, Info::RESPONSE_RECEIVED}) {
    const auto event = event_of(kind);
    ASSERT_EQ(event.response.size(), 1u);
    EXPECT_EQ(event.response[0].sum, 42);
    EXPECT_TRUE(event.request.empty());
  }
}

TEST_F(ServiceIntrospectionTest, OffPublishesNothing) {
  configure(RCL_SERVICE_INTROSPECTION_METADATA);
  configure(RCL_SERVICE_INTROSPECTION_OFF);
  call();
  executor_->spin_some();
  EXPECT_TRUE(events_.empty());
}

}  // namespace
}  // namespace baton::nodes
