// SPDX-License-Identifier: Apache-2.0
// What the tests of generic endpoints and type adapters share: two nodes, and the ways that
// messages take between them.
#pragma once

#include <gmock/gmock.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "rclcpp/rclcpp.hpp"

#include "../dds/network_opened_once.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::generic {

enum class Way { in_process, shared_memory, udp };

/// A node that speaks, and one that listens. Two contexts of one process meet as two processes do.
class TwoNodes : private network::NetworkOpenedOnce, public testing::IsolatedTest {
 protected:
  void TearDown() override {
    speaker.reset();
    listener.reset();
    for (const auto& context : {here_, there_}) {
      if (context) context->shutdown("the test is over");
    }
    here_.reset();
    there_.reset();
    variable_.reset();
    testing::IsolatedTest::TearDown();
  }

  void open(Way way) {
    if (way == Way::udp) variable_.emplace("BATON_TRANSPORT", "udp");
    here_ = begin_context();
    there_ = way == Way::in_process ? here_ : begin_context();
    speaker = make_node("speaker", here_, way);
    listener = make_node("listener", there_, way);
  }

  bool spin_until(const std::function<bool()>& done) {
    return testing::wait_until([&] {
      rclcpp::spin_some(speaker);
      rclcpp::spin_some(listener);
      return done();
    });
  }

  rclcpp::Node::SharedPtr speaker;
  rclcpp::Node::SharedPtr listener;

 private:
  static rclcpp::Context::SharedPtr begin_context() {
    auto made = std::make_shared<rclcpp::Context>();
    rclcpp::InitOptions without_signals;  // what listens for them stays open for a process's life
    without_signals.shutdown_on_signal = false;
    made->init(0, nullptr, without_signals);
    return made;
  }
  static rclcpp::Node::SharedPtr make_node(const std::string& name,
                                           const rclcpp::Context::SharedPtr& context, Way way) {
    auto options = rclcpp::NodeOptions().context(context);
    options.use_intra_process_comms(way == Way::in_process);
    return std::make_shared<rclcpp::Node>(name, options);
  }

  std::optional<testing::ScopedVariable> variable_;
  rclcpp::Context::SharedPtr here_;
  rclcpp::Context::SharedPtr there_;
};

class EveryWay : public TwoNodes, public ::testing::WithParamInterface<Way> {
 protected:
  void SetUp() override {
    TwoNodes::SetUp();
    open(GetParam());
  }
};

inline std::string name_of_way(const ::testing::TestParamInfo<Way>& info) {
  switch (info.param) {
    case Way::in_process:
      return "InOneProcess";
    case Way::shared_memory:
      return "OverSharedMemory";
    case Way::udp:
      break;
  }
  return "OverUdp";
}

inline auto every_way() {
  std::vector<Way> ways{Way::in_process, Way::shared_memory};
  if (network::has_network) ways.push_back(Way::udp);
  return ::testing::ValuesIn(ways);
}

}  // namespace baton::generic
