// SPDX-License-Identifier: Apache-2.0
// Nodes whose messages all go over UDP, and nodes without a network, which have nothing of it.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>

#include <baton/baton.hpp>
#include <baton/parameter_client.hpp>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/string.hpp>

#include "network_opened_once.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"
#include "testing/process_facts.hpp"

namespace baton::network {
namespace {

using namespace std::chrono_literals;
using example_interfaces::srv::AddTwoInts;
using std_msgs::msg::String;
using testing::ScopedVariable;
using testing::wait_until;

bool is_mapped(const std::string& library) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(library) != std::string::npos) return true;
  }
  return false;
}

Context::SharedPtr begin_context() {
  auto made = std::make_shared<Context>();
  InitOptions without_signals;  // what listens for them stays open for the life of a process
  without_signals.shutdown_on_signal = false;
  made->init(0, nullptr, without_signals);
  return made;
}

class NoNetwork : public testing::IsolatedTest {};

class OverUdp : private NetworkOpenedOnce, public testing::IsolatedTest {
 protected:
  void TearDown() override {
    for (const auto& context : {here, there}) context->shutdown("the test is over");
    here.reset();
    there.reset();
    testing::IsolatedTest::TearDown();
  }
  static std::shared_ptr<Node> make_node(const std::string& name, const Context::SharedPtr& in) {
    return std::make_shared<Node>(name, NodeOptions().context(in));
  }
  /// Spins nodes until `done`.
  template <class Done, class... Nodes>
  static bool spin_until(Done&& done, const Nodes&... nodes) {
    return wait_until([&] {
      (spin_some(nodes), ...);
      return done();
    });
  }

 private:
  const ScopedVariable transport_{"BATON_TRANSPORT", "udp"};

 protected:
  Context::SharedPtr here = begin_context();
  Context::SharedPtr there = begin_context();
};

/// Begins the names of its libraries: libfastrtps of Fast DDS 2, libfastdds of Fast DDS 3.
constexpr const char* fast_dds = "libfast";

/// Sockets of the Internet that this process has.
std::size_t internet_sockets() {
  std::size_t count = 0;
  for (const char* table :
       {"/proc/self/net/udp", "/proc/self/net/tcp", "/proc/self/net/udp6", "/proc/self/net/tcp6"}) {
    std::ifstream lines(table);
    for (std::string line; std::getline(lines, line);) {
      for (const std::string& open : testing::open_descriptors()) {
        const auto inode = open.find("socket:[");
        if (inode == std::string::npos) continue;
        const std::string number = open.substr(inode + 8, open.find(']', inode) - inode - 8);
        count += line.find(" " + number + " ") != std::string::npos;
      }
    }
  }
  return count;
}

TEST_F(NoNetwork, HasNoSocketNoThreadAndNoLibrary) {
  const ScopedVariable transport("BATON_TRANSPORT", std::nullopt);
  const ScopedVariable range("ROS_AUTOMATIC_DISCOVERY_RANGE", std::nullopt);
  const std::size_t threads = testing::thread_count();
  auto context = begin_context();
  auto node = std::make_shared<Node>("quiet", NodeOptions().context(context));
  auto publisher = node->create_publisher<String>("chatter", 10);
  EXPECT_EQ(internet_sockets(), 0u);
  EXPECT_LE(testing::thread_count(),
            threads + 2 + testing::sanitizer_threads);  // the context's own
  EXPECT_FALSE(is_mapped(fast_dds));
  EXPECT_FALSE(is_mapped("libbaton_fastdds"));
  context->shutdown("the test is over");
  publisher.reset();
  node.reset();
  context.reset();
}

TEST_F(OverUdp, AMessageReachesANodeOfAnotherContext) {
  const auto talker = make_node("talker", here);
  const auto listener = make_node("listener", there);
  const auto publisher = talker->create_publisher<String>("chatter", 10);
  std::string heard;
  const auto subscription = listener->create_subscription<String>(
      "chatter", 10, [&](const String& message) { heard = message.data.c_str(); });
  ASSERT_TRUE(wait_until([&] {
    return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
  }));
  String message;
  message.data = "over the wire";
  publisher->publish(message);
  EXPECT_TRUE(spin_until([&] { return !heard.empty(); }, listener));
  EXPECT_EQ(heard, "over the wire");
  EXPECT_TRUE(is_mapped(fast_dds));
  EXPECT_GT(internet_sockets(), 0u);
}

TEST_F(OverUdp, AnImageOfManyPacketsArrivesWhole) {
  using sensor_msgs::msg::Image;
  const auto talker = make_node("talker", here);
  const auto listener = make_node("listener", there);
  const auto publisher = talker->create_publisher<Image>("image", 10);
  std::size_t right_bytes = 0;
  const auto subscription =
      listener->create_subscription<Image>("image", 10, [&](const Image& image) {
        for (std::size_t i = 0; i < image.data.size(); ++i) {
          right_bytes += image.data[i] == static_cast<std::uint8_t>(i % 251);
        }
      });
  ASSERT_TRUE(wait_until([&] {
    return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
  }));
  Image image;
  image.data.resize(4'000'000);
  for (std::size_t i = 0; i < image.data.size(); ++i) {
    image.data[i] = static_cast<std::uint8_t>(i % 251);
  }
  publisher->publish(image);
  EXPECT_TRUE(spin_until([&] { return right_bytes == image.data.size(); }, listener));
}

TEST_F(OverUdp, AServiceAnswers) {
  const auto server = make_node("server", here);
  const auto asking = make_node("asking", there);
  const auto service = server->create_service<AddTwoInts>(
      "add",
      [](const AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
        response->sum = request->a + request->b;
      });
  const auto client = asking->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(testing::default_deadline));
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = 40;
  request->b = 2;
  auto future = client->async_send_request(request);
  ASSERT_TRUE(
      spin_until([&] { return future.wait_for(0s) == std::future_status::ready; }, server, asking));
  EXPECT_EQ(future.get()->sum, 42);
}

TEST_F(OverUdp, ParametersOfAnotherNodeAreReadAndSet) {
  const auto owner = make_node("owner", here);
  const auto asking = make_node("asking", there);
  owner->declare_parameter("gain", 1.5);
  const auto client = std::make_shared<AsyncParametersClient>(asking, "owner");
  ASSERT_TRUE(client->wait_for_service(testing::default_deadline));
  auto set = client->set_parameters({Parameter("gain", 2.5)});
  ASSERT_TRUE(
      spin_until([&] { return set.wait_for(0s) == std::future_status::ready; }, owner, asking));
  EXPECT_EQ(owner->get_parameter("gain").as_double(), 2.5);
}

TEST_F(OverUdp, NodesAndTopicsOfOthersAreSeen) {
  const auto near = make_node("near", here);
  const auto far = make_node("far", there);
  const auto publisher = far->create_publisher<String>("chatter", 10);
  EXPECT_TRUE(wait_until([&] {
    const auto names = near->get_node_names();
    return std::find(names.begin(), names.end(), "/far") != names.end();
  }));
  EXPECT_TRUE(wait_until([&] {
    return near->get_topic_names_and_types()["/chatter"] ==
           std::vector<std::string>{"std_msgs/msg/String"};
  }));
}

TEST_F(OverUdp, NothingOfItMeetsSharedMemory) {
  ContextOptions options;
  options.transport = TransportChoice::shared_memory;
  auto local = std::make_shared<Context>(options);
  const auto udp = make_node("udp", here)->create_publisher<String>("chatter", 10);
  const auto node = make_node("shm", local);
  const auto subscription = node->create_subscription<String>("chatter", 10, [](const String&) {});
  EXPECT_TRUE(testing::stays_true([&] { return subscription->get_publisher_count() == 0; }, 300ms));
  local->shutdown("the test is over");
}

}  // namespace
}  // namespace baton::network
