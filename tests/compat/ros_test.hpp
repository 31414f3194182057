// SPDX-License-Identifier: Apache-2.0
// What the tests of ROS code share. They are written as tests of ROS packages are: rclcpp and
// nothing of Baton, except for the fixture that gives each test a domain of its own.
#pragma once

#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "rclcpp/rclcpp.hpp"

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

class RosTest : public baton::testing::IsolatedTest {
 protected:
  void SetUp() override {
    baton::testing::IsolatedTest::SetUp();
    rclcpp::init(0, nullptr);
  }
  /// The fixture's own check would fail: the default context keeps its thread until the end.
  void TearDown() override {
    rclcpp::shutdown();
    EXPECT_TRUE(baton::testing::wait_until([this] { return registered() == 0; }));
  }

  /// Spins until `done`, or the deadline.
  static bool spin_until(rclcpp::Executor& executor, const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(40);
    while (std::chrono::steady_clock::now() < end) {
      if (done()) return true;
      executor.spin_once(std::chrono::milliseconds(1));
    }
    return false;
  }
  static bool spin_until(const std::vector<rclcpp::Node::SharedPtr>& nodes,
                         const std::function<bool()>& done) {
    rclcpp::executors::SingleThreadedExecutor executor;
    for (const auto& node : nodes) executor.add_node(node);
    return spin_until(executor, done);
  }
};
