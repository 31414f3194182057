// SPDX-License-Identifier: Apache-2.0
// What tests of lifecycle nodes share: a context, nodes that remember their callbacks, and a thread
// that spins.
#pragma once

#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <lifecycle_msgs/msg/transition_event.hpp>
#include <lifecycle_msgs/srv/change_state.hpp>
#include <lifecycle_msgs/srv/get_available_states.hpp>
#include <lifecycle_msgs/srv/get_available_transitions.hpp>
#include <lifecycle_msgs/srv/get_state.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <std_msgs/msg/string.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace lifecycle_test {

using baton::testing::wait_until;
using lifecycle_msgs::msg::TransitionEvent;
using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetAvailableStates;
using lifecycle_msgs::srv::GetAvailableTransitions;
using lifecycle_msgs::srv::GetState;
using rclcpp_lifecycle::LifecycleNode;
using rclcpp_lifecycle::State;
using rclcpp_lifecycle::Transition;
using std_msgs::msg::String;
using CallbackReturn = LifecycleNode::CallbackReturn;
using States = lifecycle_msgs::msg::State;
using Transitions = lifecycle_msgs::msg::Transition;

inline constexpr std::chrono::nanoseconds enough = baton::testing::default_deadline;

/// The descriptor that signals are told by stays open for the whole process: open before the first
/// test counts them.
[[maybe_unused]] inline const bool signals_are_watched =
    rclcpp::install_signal_handlers(rclcpp::SignalHandlerOptions::None);

/// Says what its callbacks are told to, and notes which were called: "configure from unconfigured".
class NotingNode : public LifecycleNode {
 public:
  using Act = std::function<CallbackReturn()>;

  using LifecycleNode::add_managed_entity;
  using LifecycleNode::LifecycleNode;

  /// What a callback does, and not only once.
  void on(const std::string& callback, Act act) {
    const std::lock_guard lock(mutex_);
    acts_[callback] = std::move(act);
  }
  void on(const std::string& callback, CallbackReturn result) {
    on(callback, [result] { return result; });
  }
  std::vector<std::string> calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

  CallbackReturn on_configure(const State& from) override { return note("configure", from); }
  CallbackReturn on_cleanup(const State& from) override { return note("cleanup", from); }
  CallbackReturn on_shutdown(const State& from) override { return note("shutdown", from); }
  CallbackReturn on_error(const State& from) override { return note("error", from); }
  CallbackReturn on_activate(const State& from) override {
    LifecycleNode::on_activate(from);
    return note("activate", from);
  }
  CallbackReturn on_deactivate(const State& from) override {
    LifecycleNode::on_deactivate(from);
    return note("deactivate", from);
  }

 private:
  CallbackReturn note(const std::string& callback, const State& from) {
    Act act;
    {
      const std::lock_guard lock(mutex_);
      calls_.push_back(callback + " from " + from.label());
      if (const auto found = acts_.find(callback); found != acts_.end()) act = found->second;
    }
    return act ? act() : CallbackReturn::SUCCESS;
  }

  mutable std::mutex mutex_;  // covers what follows
  std::map<std::string, Act> acts_;
  std::vector<std::string> calls_;
};

inline rclcpp::Context::SharedPtr begin_context() {
  auto made = std::make_shared<rclcpp::Context>();
  rclcpp::InitOptions without_signals;  // what listens for them stays open for a process's life
  without_signals.shutdown_on_signal = false;
  made->init(0, nullptr, without_signals);
  return made;
}

class LifecycleTest : public baton::testing::IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    context = begin_context();
  }
  void TearDown() override {
    context->shutdown("the test is over");
    context.reset();
    IsolatedTest::TearDown();
  }
  rclcpp::NodeOptions options() const { return rclcpp::NodeOptions().context(context); }
  std::shared_ptr<NotingNode> make_node(const std::string& name = "node") const {
    return std::make_shared<NotingNode>(name, options());
  }
  /// In the state, by the shortest way.
  std::shared_ptr<NotingNode> make_node_in(std::uint8_t state) const {
    auto node = make_node();
    if (state == States::PRIMARY_STATE_FINALIZED) node->shutdown();
    if (state == States::PRIMARY_STATE_INACTIVE) node->configure();
    if (state == States::PRIMARY_STATE_ACTIVE) {
      node->configure();
      node->activate();
    }
    EXPECT_EQ(node->get_current_state().id(), state);
    return node;
  }
  rclcpp::ExecutorOptions executor_options() const { return executor_options(context); }
  static rclcpp::ExecutorOptions executor_options(const rclcpp::Context::SharedPtr& of) {
    rclcpp::ExecutorOptions made;
    made.context = of;
    return made;
  }

  rclcpp::Context::SharedPtr context;
};

/// Spins what has a get_node_base_interface() in threads of its own until it goes.
template <class ExecutorT = rclcpp::executors::SingleThreadedExecutor>
class Spinning {
 public:
  template <class... Nodes>
  explicit Spinning(const rclcpp::ExecutorOptions& options, const Nodes&... nodes)
      : executor_(options) {
    (executor_.add_node(nodes->get_node_base_interface()), ...);
    thread_ = std::thread([this] { executor_.spin(); });
  }
  ~Spinning() {
    executor_.cancel();
    thread_.join();
  }

 private:
  ExecutorT executor_;
  std::thread thread_;
};

/// Asks the services of a lifecycle node, as a tool does; another thread or process spins that.
class Tool {
 public:
  Tool(const rclcpp::Context::SharedPtr& context, const std::string& node)
      : node_(std::make_shared<rclcpp::Node>("tool", rclcpp::NodeOptions().context(context))),
        target_(node) {}

  /// Null if there is no response in time.
  template <class S>
  typename S::Response::SharedPtr ask(
      const std::string& service,
      const typename S::Request& request = typename S::Request()) const {
    const auto client = node_->create_client<S>(target_ + "/" + service);
    if (!client->wait_for_service(enough)) return nullptr;
    auto response = client->async_send_request(std::make_shared<typename S::Request>(request));
    if (rclcpp::spin_until_future_complete(node_, response, enough) !=
        rclcpp::FutureReturnCode::SUCCESS) {
      return nullptr;
    }
    return response.get();
  }
  bool change(std::uint8_t id, const std::string& label = "") const {
    ChangeState::Request request;
    request.transition.id = id;
    request.transition.label = label;
    const auto response = ask<ChangeState>("change_state", request);
    EXPECT_TRUE(response) << "no response to change_state";
    return response && response->success;
  }
  std::string state() const {
    const auto response = ask<GetState>("get_state");
    return response ? std::string(response->current_state.label) : "no response";
  }

 private:
  const rclcpp::Node::SharedPtr node_;
  const std::string target_;
};

}  // namespace lifecycle_test
