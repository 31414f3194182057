// SPDX-License-Identifier: Apache-2.0
// Nodes with shared memory and the network: which pairs meet by which, and that nothing comes
// twice.
//
// Two registries in one process stand for two machines.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <baton/baton.hpp>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <std_msgs/msg/int64.hpp>
#include <std_msgs/msg/string.hpp>

#include "network_opened_once.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::network {
namespace {

using namespace std::chrono_literals;
using example_interfaces::srv::AddTwoInts;
using std_msgs::msg::Int64;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::wait_until;

class BothPaths : private NetworkOpenedOnce, public testing::IsolatedTest {
 protected:
  struct Side {
    Context::SharedPtr context;
    std::shared_ptr<Node> node;
  };

  void TearDown() override {
    for (auto& side : sides) side.context->shutdown("the test is over");
    sides.clear();
    testing::IsolatedTest::TearDown();
  }

  /// A node on that "machine".
  Side make_side(const std::string& machine, const std::string& name) {
    ContextOptions options;
    options.registry_dir = std::string(std::getenv("BATON_REGISTRY_DIR")) + "_" + machine;
    options.name = name;
    options.transport = TransportChoice::automatic;
    options.discovery_range = DiscoveryRange::localhost;
    Side side{std::make_shared<Context>(options), nullptr};
    side.node = std::make_shared<Node>(name, NodeOptions().context(side.context));
    sides.push_back(side);
    return side;
  }
  /// A subscription of 100 and what it has heard.
  struct Listener {
    std::vector<std::int64_t> heard;
    Subscription<Int64>::SharedPtr subscription;
  };
  static std::unique_ptr<Listener> listen(const Side& side, QoS qos = 100) {
    auto made = std::make_unique<Listener>();
    made->subscription = side.node->create_subscription<Int64>(
        "numbers", qos,
        [heard = &made->heard](const Int64& message) { heard->push_back(message.data); });
    return made;
  }
  static std::vector<std::string> paths(const std::vector<MatchInfo>& matches) {
    std::vector<std::string> names;
    for (const MatchInfo& match : matches) names.push_back(match.transport);
    std::sort(names.begin(), names.end());
    return names;
  }
  static void say(Publisher<Int64>& publisher, std::int64_t number) {
    Int64 message;
    message.data = number;
    publisher.publish(message);
  }
  void spin_all() const {
    for (const Side& side : sides) spin_some(side.node);
  }
  template <class Done>
  bool spin_until(Done&& done) const {
    return wait_until([&] {
      spin_all();
      return done();
    });
  }
  /// Nothing more comes in a time in which it would.
  bool nothing_more(const std::vector<const Listener*>& listeners,
                    const std::vector<std::size_t>& counts) const {
    return testing::stays_true(
        [&] {
          spin_all();
          for (std::size_t i = 0; i < listeners.size(); ++i) {
            if (listeners[i]->heard.size() != counts[i]) return false;
          }
          return true;
        },
        100ms);
  }

  std::vector<Side> sides;
};

TEST_F(BothPaths, OnOneMachineTheyMeetBySharedMemoryAlone) {
  const Side talker = make_side("a", "talker");
  const Side other = make_side("a", "other");
  const auto publisher = talker.node->create_publisher<Int64>("numbers", 100);
  const auto listener = listen(other);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  EXPECT_TRUE(testing::stays_true([&] { return publisher->get_subscription_count() == 1; }, 300ms));
  EXPECT_THAT(paths(publisher->get_matches()), ElementsAre("shared_memory"));
  for (std::int64_t i = 0; i < 20; ++i) say(*publisher, i);
  ASSERT_TRUE(spin_until([&] { return listener->heard.size() >= 20; }));
  EXPECT_TRUE(nothing_more({listener.get()}, {20}));
}

TEST_F(BothPaths, BetweenMachinesTheyMeetOverDdsAndAreToldWhy) {
  const Side talker = make_side("a", "talker");
  const Side other = make_side("b", "other");
  const auto publisher = talker.node->create_publisher<Int64>("numbers", 100);
  const auto listener = listen(other);
  ASSERT_TRUE(wait_until([&] {
    return publisher->get_subscription_count() == 1 &&
           listener->subscription->get_publisher_count() == 1;
  }));
  const auto matches = publisher->get_matches();
  EXPECT_THAT(paths(matches), ElementsAre("dds"));
  EXPECT_THAT(matches.front().reason, HasSubstr("another registry"));
  EXPECT_EQ(matches.front().process_name, "other");
  for (std::int64_t i = 0; i < 20; ++i) say(*publisher, i);
  ASSERT_TRUE(spin_until([&] { return listener->heard.size() >= 20; }));
  EXPECT_TRUE(nothing_more({listener.get()}, {20}));
}

TEST_F(BothPaths, EachOfNearAndFarGetsEachMessageOnce) {
  const Side talker = make_side("a", "talker");
  const Side near = make_side("a", "near");
  const Side far = make_side("b", "far");
  const auto publisher = talker.node->create_publisher<Int64>("numbers", 100);
  const auto own = listen(talker);
  const auto near_one = listen(near);
  const auto far_one = listen(far);
  const std::vector<const Listener*> all{own.get(), near_one.get(), far_one.get()};
  ASSERT_TRUE(wait_until([&] {
    return publisher->get_subscription_count() == 3 &&
           far_one->subscription->get_publisher_count() == 1;
  }));
  EXPECT_THAT(paths(publisher->get_matches()),
              ElementsAre("dds", "shared_memory", "shared_memory"));
  std::vector<std::int64_t> sent;
  for (std::int64_t i = 0; i < 60; ++i) {
    sent.push_back(i);
    switch (i % 3) {  // every way of publishing
      case 0:
        say(*publisher, i);
        break;
      case 1: {
        auto message = std::make_unique<Int64>();
        message->data = i;
        publisher->publish(std::move(message));
        break;
      }
      default: {
        auto loan = publisher->borrow_loaned_message();
        loan.get().data = i;
        publisher->publish(std::move(loan));
      }
    }
    spin_all();
  }
  ASSERT_TRUE(spin_until([&] {
    return std::all_of(all.begin(), all.end(),
                       [](const Listener* each) { return each->heard.size() >= 60; });
  }));
  EXPECT_TRUE(nothing_more(all, {60, 60, 60}));
  for (const Listener* each : all) EXPECT_EQ(each->heard, sent);
}

TEST_F(BothPaths, WhatIsRetainedReachesLateJoinersOnBothPathsOnce) {
  const Side talker = make_side("a", "talker");
  const QoS retained = QoS(5).transient_local();
  const auto publisher = talker.node->create_publisher<Int64>("numbers", retained);
  for (std::int64_t i = 0; i < 8; ++i) say(*publisher, i);
  const Side near = make_side("a", "near");
  const Side far = make_side("b", "far");
  const auto near_one = listen(near, retained);
  const auto far_one = listen(far, retained);
  ASSERT_TRUE(
      spin_until([&] { return near_one->heard.size() >= 5 && far_one->heard.size() >= 5; }));
  EXPECT_TRUE(nothing_more({near_one.get(), far_one.get()}, {5, 5}));
  EXPECT_THAT(near_one->heard, ElementsAre(3, 4, 5, 6, 7));
  EXPECT_THAT(far_one->heard, ElementsAre(3, 4, 5, 6, 7));
}

TEST_F(BothPaths, APeerThatComesBackOnTheOtherSideIsMetThere) {
  const Side talker = make_side("a", "talker");
  const auto publisher = talker.node->create_publisher<Int64>("numbers", 100);
  for (const char* machine : {"a", "b", "a"}) {
    Side peer = make_side(machine, "peer");
    auto listener = listen(peer);
    ASSERT_TRUE(wait_until([&] {
      return publisher->get_subscription_count() == 1 &&
             listener->subscription->get_publisher_count() == 1;
    })) << machine;
    EXPECT_THAT(paths(publisher->get_matches()),
                ElementsAre(std::string(machine) == "a" ? "shared_memory" : "dds"));
    say(*publisher, 1);
    EXPECT_TRUE(spin_until([&] { return listener->heard.size() == 1; })) << machine;
    listener.reset();
    sides.pop_back();
    peer.node.reset();
    peer.context->shutdown("gone");
    ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 0; })) << machine;
  }
}

TEST_F(BothPaths, TheGraphHasEachNodeAndEachEndpointOnce) {
  const Side near = make_side("a", "near");
  const Side beside = make_side("a", "beside");
  const Side far = make_side("b", "far");
  const auto one = beside.node->create_publisher<Int64>("numbers", 10);
  const auto other = far.node->create_publisher<Int64>("numbers", 10);
  const auto counted = [&](const Side& side) {
    std::map<std::string, int> count;
    for (const std::string& name : side.node->get_node_names()) ++count[name];
    return count;
  };
  const std::map<std::string, int> each_once{{"/near", 1}, {"/beside", 1}, {"/far", 1}};
  for (const Side& side : {near, beside, far}) {
    EXPECT_TRUE(wait_until([&] { return counted(side) == each_once; })) << side.node->get_name();
    EXPECT_TRUE(wait_until([&] { return side.node->count_publishers("numbers") == 2; }));
  }
  EXPECT_TRUE(testing::stays_true([&] { return counted(near) == each_once; }, 200ms));
}

TEST_F(BothPaths, AServiceAnswersNearAndFarOnce) {
  const Side server = make_side("a", "server");
  const Side near = make_side("a", "near");
  const Side far = make_side("b", "far");
  int asked = 0;
  const auto service = server.node->create_service<AddTwoInts>(
      "add",
      [&](const AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
        ++asked;
        response->sum = request->a + request->b;
      });
  const auto near_client = near.node->create_client<AddTwoInts>("add");
  const auto far_client = far.node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(near_client->wait_for_service(testing::default_deadline));
  ASSERT_TRUE(far_client->wait_for_service(testing::default_deadline));
  int answered = 0;
  for (int i = 0; i < 5; ++i) {
    for (const auto& client : {near_client, far_client}) {
      auto request = std::make_shared<AddTwoInts::Request>();
      request->a = 10 * i;
      request->b = 1;
      client->async_send_request(request, [&, i](Client<AddTwoInts>::SharedFuture response) {
        EXPECT_EQ(response.get()->sum, 10 * i + 1);
        ++answered;
      });
    }
    ASSERT_TRUE(spin_until([&] { return answered == 2 * (i + 1); })) << i;
  }
  EXPECT_EQ(asked, 10);
}

TEST_F(BothPaths, TwoTypesOnATopicWorkHereThoughOneOfThemIsNotOnTheNetwork) {
  const Side side = make_side("a", "both");
  const auto numbers = side.node->create_publisher<Int64>("shared_name", 10);
  Publisher<std_msgs::msg::String>::SharedPtr words;
  EXPECT_NO_THROW(words = side.node->create_publisher<std_msgs::msg::String>("shared_name", 10));
}

}  // namespace
}  // namespace baton::network
