// SPDX-License-Identifier: Apache-2.0
// Two threads: this one runs callbacks, the other one reads requests and waits for their answers.
#include "lifecycle/programs/lifecycle_watch.hpp"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <future>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <thread>

#include <lifecycle_msgs/msg/transition_event.hpp>
#include <lifecycle_msgs/srv/change_state.hpp>

#include <baton/executors.hpp>
#include <baton/utilities.hpp>

namespace baton::lifecycle {
namespace {

using lifecycle_msgs::msg::TransitionEvent;
using lifecycle_msgs::srv::ChangeState;
using Json = nlohmann::ordered_json;

constexpr auto between_looks = std::chrono::milliseconds(100);
// Longest wait for the publisher of transitions, once the node's service is there.
constexpr auto longest_for_events = std::chrono::seconds(2);

class Watch {
 public:
  Watch(const rclcpp::Node::SharedPtr& node, const std::string& name)
      : node_(node),
        client_(node->create_client<ChangeState>(name + "/change_state")),
        events_(node->create_subscription<TransitionEvent>(
            name + "/transition_event", rclcpp::QoS(100),
            [this](const TransitionEvent& event) { transition(event); })) {}

  void run() {
    std::thread requests([this] {
      read_requests();
      rclcpp::shutdown();
    });
    rclcpp::spin(node_);
    requests.join();
  }

 private:
  void print(const Json& json) {
    const std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    const std::lock_guard lock(output_);
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
  }

  void transition(const TransitionEvent& event) {
    print({{"event", "transition"},
           {"transition", std::string(event.transition.label)},
           {"start_state", std::string(event.start_state.label)},
           {"goal_state", std::string(event.goal_state.label)}});
  }

  void read_requests() {
    std::string line;
    while (rclcpp::ok() && std::getline(std::cin, line)) {
      constexpr std::string_view command = "change ";
      std::uint8_t id = 0;
      const char* const end = line.data() + line.size();
      if (!line.starts_with(command) ||
          std::from_chars(line.data() + command.size(), end, id).ptr != end) {
        print({{"event", "error"}, {"reason", "not understood: " + line}});
        continue;
      }
      change(id);
    }
  }

  void change(std::uint8_t id) {
    while (!client_->wait_for_service(between_looks)) {
      if (!rclcpp::ok()) return;
    }
    wait_for_events();
    auto request = std::make_shared<ChangeState::Request>();
    request->transition.id = id;
    auto answer = client_->async_send_request(request);
    while (answer.wait_for(between_looks) != std::future_status::ready) {
      if (!rclcpp::ok()) return;
      if (!client_->service_is_ready()) {
        print({{"event", "failed"}, {"transition_id", id}, {"reason", "the node has ended"}});
        return;
      }
    }
    if (answer.get()->success) {
      print({{"event", "changed"}, {"transition_id", id}});
    } else {
      print({{"event", "failed"}, {"transition_id", id}, {"reason", "the node refused it"}});
    }
  }

  /// Otherwise the transition that is asked for could come before the subscription is matched.
  void wait_for_events() {
    const auto changed = node_->get_graph_event();
    const auto end = std::chrono::steady_clock::now() + longest_for_events;
    while (events_->get_publisher_count() == 0 && rclcpp::ok() &&
           std::chrono::steady_clock::now() < end) {
      node_->wait_for_graph_change(changed, between_looks);
      changed->check_and_clear();
    }
  }

  const rclcpp::Node::SharedPtr node_;
  std::mutex output_;
  const rclcpp::Client<ChangeState>::SharedPtr client_;
  const rclcpp::Subscription<TransitionEvent>::SharedPtr events_;
};

}  // namespace

void watch(const rclcpp::Node::SharedPtr& node, const std::string& lifecycle_node) {
  Watch(node, lifecycle_node).run();
}

}  // namespace baton::lifecycle
