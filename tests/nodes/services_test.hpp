// SPDX-License-Identifier: Apache-2.0
// What tests of services share.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <std_srvs/srv/set_bool.hpp>
#include <std_srvs/srv/trigger.hpp>

#include "node_test.hpp"

namespace baton::nodes {

using example_interfaces::srv::AddTwoInts;
using std_srvs::srv::SetBool;
using std_srvs::srv::Trigger;

inline constexpr std::chrono::nanoseconds enough = testing::default_deadline;

inline AddTwoInts::Request::SharedPtr two_ints(std::int64_t a, std::int64_t b) {
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = a;
  request->b = b;
  return request;
}

inline void add_them(const AddTwoInts::Request::SharedPtr request,
                     AddTwoInts::Response::SharedPtr response) {
  response->sum = request->a + request->b;
}

class ServicesTest : public NodeTest {
 protected:
  /// The answer of a service whose node another thread or process spins; 0 if there is none in
  /// time.
  std::int64_t ask(const std::shared_ptr<Node>& node, const Client<AddTwoInts>::SharedPtr& client,
                   std::int64_t a, std::int64_t b, std::chrono::nanoseconds timeout = enough) {
    auto future = client->async_send_request(two_ints(a, b));
    if (spin_until_future_complete(node, future, timeout) != FutureReturnCode::SUCCESS) {
      client->remove_pending_request(future);
      return 0;
    }
    return future.get()->sum;
  }
};

/// Spins nodes in threads of its own until it goes.
template <class ExecutorT = executors::SingleThreadedExecutor>
class SpinningNodes {
 public:
  template <class... Nodes>
  explicit SpinningNodes(const ExecutorOptions& options, const Nodes&... nodes)
      : executor_(options) {
    (executor_.add_node(nodes), ...);
    thread_ = std::thread([this] { executor_.spin(); });
  }
  ~SpinningNodes() {
    executor_.cancel();
    thread_.join();
  }

 private:
  ExecutorT executor_;
  std::thread thread_;
};

}  // namespace baton::nodes
