// SPDX-License-Identifier: Apache-2.0
// What tests of nodes share: an own domain and a context in it.
#pragma once

#include <gmock/gmock.h>

#include <memory>
#include <string>

#include <baton/baton.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::nodes {

using testing::wait_until;

/// The descriptor that signals are told by stays open for the whole process: open before the first
/// test counts them.
[[maybe_unused]] inline const bool signals_are_watched =
    install_signal_handlers(SignalHandlerOptions::None);

class NodeTest : public testing::IsolatedTest {
 protected:
  void SetUp() override {
    testing::IsolatedTest::SetUp();
    context = begin_context();
  }
  void TearDown() override {
    context->shutdown("the test is over");
    context.reset();
    testing::IsolatedTest::TearDown();
  }

  static Context::SharedPtr begin_context() {
    auto made = std::make_shared<Context>();
    InitOptions without_signals;  // what listens for them stays open for the life of a process
    without_signals.shutdown_on_signal = false;
    made->init(0, nullptr, without_signals);
    return made;
  }
  NodeOptions options() const { return NodeOptions().context(context); }
  std::shared_ptr<Node> make_node(const std::string& name = "node") const {
    return std::make_shared<Node>(name, options());
  }
  ExecutorOptions executor_options() const {
    ExecutorOptions made;
    made.context = context;
    return made;
  }
  /// Spins until `done`, or the deadline.
  static bool spin_until(Executor& executor, const std::function<bool()>& done) {
    return wait_until([&] {
      if (!done()) executor.spin_once(std::chrono::milliseconds(1));
      return done();
    });
  }

  Context::SharedPtr context;
};

}  // namespace baton::nodes
