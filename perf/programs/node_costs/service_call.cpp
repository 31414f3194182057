// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <memory>
#include <stdexcept>
#include <string>

#include "cases.hpp"
#include "clock.hpp"
#include "contest.hpp"
#include "messages.hpp"
#include "spinning_node.hpp"

namespace node_costs {
namespace {

using example_interfaces::srv::AddTwoInts;
using Message = perf::messages::Struct256;
using namespace std::chrono_literals;

/// Runs this program once more as the server, until this object is destroyed.
class ServerProcess {
 public:
  ServerProcess() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    std::string program = "/proc/self/exe";
    std::string role = "serve";
    char* arguments[] = {program.data(), role.data(), nullptr};
    const int failed = posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    lifeline_ = ends[1];
    if (failed != 0) throw std::runtime_error("cannot start the server's process");
  }
  ~ServerProcess() {
    close(lifeline_);
    waitpid(pid_, nullptr, 0);
  }

 private:
  pid_t pid_ = 0;
  int lifeline_ = -1;
};

/// Calls the service, and sends messages of which the answers tell the latency.
class Caller {
 public:
  explicit Caller(const baton::Context::SharedPtr& context)
      : node_(make_node(context, "caller")),
        client_(node_->create_client<AddTwoInts>("answer")),
        publisher_(node_->create_publisher<Message>("one_way", 10)),
        executor_(options_in(context)) {
    executor_.add_node(node_);
    if (!client_->wait_for_service(10s)) throw std::runtime_error("the server was not found");
    wait_for_readers(*publisher_);
  }

  /// What the server answers: the latency of the last message.
  std::int64_t call() {
    auto request = std::make_shared<AddTwoInts::Request>();
    const std::int64_t begin_ns = perf::now_ns();
    auto answer = client_->async_send_request(request);
    if (executor_.spin_until_future_complete(answer, 10s) != baton::FutureReturnCode::SUCCESS) {
      throw std::runtime_error("the service did not answer");
    }
    const std::int64_t one_way_ns = answer.get()->sum;
    round_trip_ns.add(perf::now_ns() - begin_ns);
    return one_way_ns;
  }

  void send() {
    auto loan = publisher_->borrow_loaned_message();
    loan->time = perf::now_ns();
    publisher_->publish(std::move(loan));
  }

  Latencies round_trip_ns;

 private:
  const baton::Node::SharedPtr node_;
  const baton::Client<AddTwoInts>::SharedPtr client_;
  const baton::Publisher<Message>::SharedPtr publisher_;
  baton::executors::SingleThreadedExecutor executor_;
};

}  // namespace

nlohmann::json service_call(double seconds) {
  const ServerProcess server;
  Caller caller(make_context());
  Latencies one_way_ns;
  // The message has arrived when the call after it is answered.
  const auto call = [&] {
    const std::int64_t latency_ns = caller.call();
    if (latency_ns > 0) one_way_ns.add(latency_ns);
  };
  const auto send = [&] {
    caller.send();
    perf::sleep_until_ns(perf::now_ns() + 1'000'000);
    call();
  };
  const nlohmann::json calls =
      contest({{"node", send, {&caller.round_trip_ns}}}, {.seconds = seconds});
  return {{"node_ns", calls.at("node_ns")}, {"reference_ns", figures(one_way_ns.values_ns())}};
}

int serve() {
  const auto context = make_context();
  const auto node = make_node(context, "server");
  std::atomic<std::int64_t> last_ns{0};
  const auto subscription = node->create_subscription<Message>(
      "one_way", 10, [&](const Message& message) { last_ns = perf::now_ns() - message.time; });
  const auto service = node->create_service<AddTwoInts>(
      "answer",
      [&](const std::shared_ptr<const AddTwoInts::Request>&,
          const std::shared_ptr<AddTwoInts::Response>& response) { response->sum = last_ns; });
  const SpinningNode spinning(context, node);
  char byte = 0;
  while (read(STDIN_FILENO, &byte, 1) > 0) {
  }
  return 0;
}

}  // namespace node_costs
