// SPDX-License-Identifier: Apache-2.0
// Services and clients in several processes.
#include <algorithm>
#include <csignal>
#include <mutex>
#include <string>
#include <vector>

#include "services_test.hpp"
#include "testing/child_process.hpp"

namespace baton::nodes {
namespace {

using namespace std::chrono_literals;
using testing::ChildProcess;

class ServicesInProcessesTest : public ServicesTest {
 protected:
  static std::unique_ptr<ChildProcess> start(std::vector<std::string> arguments) {
    testing::ChildOptions child;
    child.program = "baton_services_peer";
    child.arguments = std::move(arguments);
    return std::make_unique<ChildProcess>(child);
  }
  static std::unique_ptr<ChildProcess> serve(const std::string& role, const std::string& name) {
    auto child = start({role, name});
    EXPECT_EQ(child->read_line().value_or("nothing: " + child->errors()), "ready");
    return child;
  }
  /// One that is killed leaves its files to others.
  static void end(ChildProcess& server) {
    server.close_input();
    const auto how = server.wait();
    ASSERT_TRUE(how);
    EXPECT_EQ(how->status, 0);
  }
};

TEST_F(ServicesInProcessesTest, AServerInAnotherProcessAnswers) {
  auto server = serve("server", "add");
  const auto node = make_node();
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  for (std::int64_t i = 1; i <= 100; ++i) EXPECT_EQ(ask(node, client, i, i), 2 * i);
  EXPECT_EQ(client->prune_pending_requests(), 0u);
  end(*server);
}

TEST_F(ServicesInProcessesTest, ClientsOfTwoProcessesAreServedInTurn) {
  const auto node = make_node("server");
  const auto service = node->create_service<AddTwoInts>("add", add_them);
  SpinningNodes spinning(executor_options(), node);
  auto one = start({"client", "add", "200"});
  auto other = start({"client", "add", "200"});
  EXPECT_EQ(one->read_line(30s).value_or("nothing: " + one->errors()), "200");
  EXPECT_EQ(other->read_line(30s).value_or("nothing: " + other->errors()), "200");
  end(*one);
  end(*other);
}

TEST_F(ServicesInProcessesTest, AServerThatIsKilledLeavesTheRequestPendingAndTheNextOneAnswers) {
  auto server = serve("server", "add");
  const auto node = make_node();
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  auto pending = client->async_send_request(two_ints(-1, 0));
  ASSERT_EQ(server->read_line().value_or(""), "unanswered");
  server->kill(SIGKILL);
  ASSERT_TRUE(server->wait());
  EXPECT_TRUE(wait_until([&] { return !client->service_is_ready(); }));
  EXPECT_EQ(spin_until_future_complete(node, pending, 5ms), FutureReturnCode::TIMEOUT);
  server = serve("server", "add");
  ASSERT_TRUE(client->wait_for_service(enough));
  EXPECT_EQ(ask(node, client, 40, 2), 42);
  EXPECT_EQ(pending.wait_for(0s), std::future_status::timeout);
  EXPECT_TRUE(client->remove_pending_request(pending));
  end(*server);
}

TEST_F(ServicesInProcessesTest, AnotherTypeOnTheNameIsRefusedAndSaid) {
  std::mutex mutex;
  std::vector<std::string> events;
  ContextOptions listening;
  listening.on_event = [&](const ContextEvent& event) {
    const std::lock_guard lock(mutex);
    if (event.kind == EventKind::incompatible_type) events.push_back(event.text);
  };
  auto own = std::make_shared<Context>(listening);
  {
    auto server = serve("toggle", "add");
    const auto node = std::make_shared<Node>("node", NodeOptions().context(own));
    const auto client = node->create_client<AddTwoInts>("add");
    EXPECT_TRUE(wait_until([&] {
      const std::lock_guard lock(mutex);
      return std::any_of(events.begin(), events.end(), [](const std::string& text) {
        return text.find("std_srvs/srv/SetBool_Request") != std::string::npos &&
               text.find("example_interfaces/srv/AddTwoInts_Request") != std::string::npos;
      });
    }));
    EXPECT_FALSE(client->wait_for_service(5ms));
    end(*server);
  }
  own->shutdown("the test is over");
}

}  // namespace
}  // namespace baton::nodes
