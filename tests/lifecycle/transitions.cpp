// SPDX-License-Identifier: Apache-2.0
// What a transition calls, and where it ends.
#include <future>

#include "lifecycle_test.hpp"

namespace lifecycle_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class LifecycleTransitions : public LifecycleTest {};

TEST_F(LifecycleTransitions, LeadThroughALife) {
  const auto node = make_node();
  EXPECT_EQ(node->get_current_state().id(), States::PRIMARY_STATE_UNCONFIGURED);
  EXPECT_EQ(node->get_current_state().label(), "unconfigured");
  EXPECT_EQ(node->configure().id(), States::PRIMARY_STATE_INACTIVE);
  EXPECT_EQ(node->activate().id(), States::PRIMARY_STATE_ACTIVE);
  EXPECT_EQ(node->deactivate().id(), States::PRIMARY_STATE_INACTIVE);
  EXPECT_EQ(node->cleanup().id(), States::PRIMARY_STATE_UNCONFIGURED);
  EXPECT_EQ(node->shutdown().label(), "finalized");
  EXPECT_THAT(node->calls(), ElementsAre("configure from unconfigured", "activate from inactive",
                                         "deactivate from active", "cleanup from inactive",
                                         "shutdown from unconfigured"));
}

TEST_F(LifecycleTransitions, AreAskedForByNumberOrByObjectToo) {
  const auto node = make_node();
  EXPECT_EQ(node->trigger_transition(Transitions::TRANSITION_CONFIGURE).label(), "inactive");
  EXPECT_EQ(node->trigger_transition(Transition(Transitions::TRANSITION_ACTIVATE)).label(),
            "active");
  CallbackReturn result = CallbackReturn::ERROR;
  EXPECT_EQ(node->trigger_transition(Transitions::TRANSITION_DEACTIVATE, result).label(),
            "inactive");
  EXPECT_EQ(result, CallbackReturn::SUCCESS);
  result = CallbackReturn::ERROR;
  EXPECT_EQ(
      node->trigger_transition(Transition(Transitions::TRANSITION_CLEANUP, "any"), result).label(),
      "unconfigured");
  EXPECT_EQ(result, CallbackReturn::SUCCESS);
}

TEST_F(LifecycleTransitions, ACallbackSeesTheStateOfItsTransition) {
  const auto node = make_node();
  std::vector<std::string> seen;
  for (const char* callback :
       {"configure", "activate", "deactivate", "cleanup", "shutdown", "error"}) {
    node->on(callback, [&, callback] {
      seen.push_back(node->get_current_state().label());
      return callback == std::string("shutdown") ? CallbackReturn::ERROR : CallbackReturn::SUCCESS;
    });
  }
  node->configure();
  node->activate();
  node->deactivate();
  node->cleanup();
  node->shutdown();
  EXPECT_THAT(seen, ElementsAre("configuring", "activating", "deactivating", "cleaningup",
                                "shuttingdown", "errorprocessing"));
}

TEST_F(LifecycleTransitions, AFailureLeadsBack) {
  const auto node = make_node();
  node->on("configure", CallbackReturn::FAILURE);
  CallbackReturn result{};
  EXPECT_EQ(node->configure(result).label(), "unconfigured");
  EXPECT_EQ(result, CallbackReturn::FAILURE);
  node->on("configure", CallbackReturn::SUCCESS);
  node->configure();
  node->on("activate", CallbackReturn::FAILURE);
  EXPECT_EQ(node->activate(result).label(), "inactive");
  EXPECT_EQ(result, CallbackReturn::FAILURE);
  node->on("cleanup", CallbackReturn::FAILURE);
  EXPECT_EQ(node->cleanup(result).label(), "inactive");
  EXPECT_EQ(result, CallbackReturn::FAILURE);
  node->on("activate", CallbackReturn::SUCCESS);
  node->activate();
  node->on("deactivate", CallbackReturn::FAILURE);
  EXPECT_EQ(node->deactivate(result).label(), "active");
  EXPECT_EQ(result, CallbackReturn::FAILURE);
  // There is no way back from a shutdown.
  node->on("shutdown", CallbackReturn::FAILURE);
  EXPECT_EQ(node->shutdown(result).label(), "finalized");
  EXPECT_EQ(result, CallbackReturn::FAILURE);
}

TEST_F(LifecycleTransitions, AnErrorIsProcessedAndTheResultDecides) {
  for (const auto& [processed, label] : {std::pair(CallbackReturn::SUCCESS, "unconfigured"),
                                         std::pair(CallbackReturn::FAILURE, "finalized"),
                                         std::pair(CallbackReturn::ERROR, "finalized")}) {
    const auto node = make_node_in(States::PRIMARY_STATE_INACTIVE);
    node->on("activate", CallbackReturn::ERROR);
    node->on("error", processed);
    CallbackReturn result{};
    EXPECT_EQ(node->activate(result).label(), label);
    EXPECT_EQ(result, CallbackReturn::ERROR);
    EXPECT_EQ(node->calls().back(), "error from inactive");
  }
}

TEST_F(LifecycleTransitions, WithoutACallbackOfItsOwnAnErrorLeadsToUnconfigured) {
  class Plain : public LifecycleNode {
   public:
    using LifecycleNode::LifecycleNode;
    CallbackReturn on_configure(const State&) override { return CallbackReturn::ERROR; }
  };
  const auto node = std::make_shared<Plain>("node", options());
  EXPECT_EQ(node->configure().label(), "unconfigured");
}

TEST_F(LifecycleTransitions, WhatACallbackThrowsIsAnError) {
  const auto node = make_node();
  node->on("configure", []() -> CallbackReturn { throw std::runtime_error("no camera"); });
  CallbackReturn result{};
  EXPECT_EQ(node->configure(result).label(), "unconfigured");
  EXPECT_EQ(result, CallbackReturn::ERROR);
  EXPECT_THAT(node->calls(), ElementsAre("configure from unconfigured", "error from unconfigured"));
  node->on("configure", []() -> CallbackReturn { throw 7; });
  EXPECT_EQ(node->configure(result).label(), "unconfigured");
  EXPECT_EQ(result, CallbackReturn::ERROR);
}

TEST_F(LifecycleTransitions, ErrorProcessingThatThrowsFinalizes) {
  const auto node = make_node();
  node->on("configure", CallbackReturn::ERROR);
  node->on("error", []() -> CallbackReturn { throw std::runtime_error("worse"); });
  EXPECT_EQ(node->configure().label(), "finalized");
}

TEST_F(LifecycleTransitions, ANumberThatIsNoResultIsAnError) {
  const auto node = make_node();
  node->on("configure", static_cast<CallbackReturn>(5));
  node->on("error", CallbackReturn::FAILURE);
  EXPECT_EQ(node->configure().label(), "finalized");
}

TEST_F(LifecycleTransitions, ThatAreNotPossibleChangeNothing) {
  const auto node = make_node();
  CallbackReturn result = CallbackReturn::SUCCESS;
  EXPECT_EQ(node->activate(result).label(), "unconfigured");
  EXPECT_EQ(result, CallbackReturn::ERROR);
  EXPECT_EQ(node->deactivate().label(), "unconfigured");
  EXPECT_EQ(node->cleanup().label(), "unconfigured");
  for (const std::uint8_t id : {Transitions::TRANSITION_CREATE, Transitions::TRANSITION_DESTROY,
                                Transitions::TRANSITION_ACTIVE_SHUTDOWN,
                                Transitions::TRANSITION_ON_CONFIGURE_SUCCESS, std::uint8_t{255}}) {
    EXPECT_EQ(node->trigger_transition(id).label(), "unconfigured") << int{id};
  }
  EXPECT_THAT(node->calls(), IsEmpty());
}

TEST_F(LifecycleTransitions, ShutdownIsPossibleInEachStateUntilTheLastOne) {
  for (const std::uint8_t state : {States::PRIMARY_STATE_UNCONFIGURED,
                                   States::PRIMARY_STATE_INACTIVE, States::PRIMARY_STATE_ACTIVE}) {
    const auto node = make_node_in(state);
    const std::string from = node->get_current_state().label();
    CallbackReturn result{};
    EXPECT_EQ(node->shutdown(result).label(), "finalized");
    EXPECT_EQ(result, CallbackReturn::SUCCESS);
    EXPECT_EQ(node->calls().back(), "shutdown from " + from);
    const auto before = node->calls();
    EXPECT_EQ(node->shutdown(result).label(), "finalized");
    EXPECT_EQ(node->configure().label(), "finalized");
    EXPECT_EQ(result, CallbackReturn::ERROR);
    EXPECT_EQ(node->calls(), before);
  }
}

TEST_F(LifecycleTransitions, AskedForWithinACallbackAreRefused) {
  const auto node = make_node();
  node->on("configure", [&] {
    CallbackReturn result = CallbackReturn::SUCCESS;
    EXPECT_EQ(node->activate(result).label(), "configuring");
    EXPECT_EQ(result, CallbackReturn::ERROR);
    EXPECT_EQ(node->shutdown().label(), "configuring");
    EXPECT_EQ(node->trigger_transition(Transitions::TRANSITION_ON_CONFIGURE_SUCCESS).label(),
              "configuring");
    return CallbackReturn::SUCCESS;
  });
  EXPECT_EQ(node->configure().label(), "inactive");
  EXPECT_THAT(node->calls(), ElementsAre("configure from unconfigured"));
}

TEST_F(LifecycleTransitions, OfTwoThreadsOneGetsItsTransition) {
  const auto node = make_node();
  std::promise<void> entered, may_go;
  node->on("configure", [&] {
    entered.set_value();
    may_go.get_future().wait();
    return CallbackReturn::SUCCESS;
  });
  auto first = std::async(std::launch::async, [&] { return node->configure().label(); });
  entered.get_future().wait();
  // A callback that takes long holds up no caller.
  EXPECT_EQ(node->get_current_state().label(), "configuring");
  CallbackReturn result = CallbackReturn::SUCCESS;
  EXPECT_EQ(node->configure(result).label(), "configuring");
  EXPECT_EQ(result, CallbackReturn::ERROR);
  may_go.set_value();
  EXPECT_EQ(first.get(), "inactive");
}

TEST_F(LifecycleTransitions, AskedForByManyThreadsRunOneAtATime) {
  const auto node = make_node_in(States::PRIMARY_STATE_INACTIVE);
  std::atomic<int> running{0}, most{0}, activations{0}, deactivations{0};
  const auto act = [&](std::atomic<int>& count) {
    return [&] {
      most = std::max(most.load(), ++running);
      ++count;
      std::this_thread::yield();
      --running;
      return CallbackReturn::SUCCESS;
    };
  };
  node->on("activate", act(activations));
  node->on("deactivate", act(deactivations));
  std::atomic<int> successes{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int turn = 0; turn < 100; ++turn) {
        CallbackReturn result{};
        i % 2 == 0 ? node->activate(result) : node->deactivate(result);
        if (result == CallbackReturn::SUCCESS) ++successes;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(activations + deactivations, successes);
  const int ahead = node->get_current_state().id() == States::PRIMARY_STATE_ACTIVE ? 1 : 0;
  EXPECT_EQ(activations - deactivations, ahead);
}

TEST_F(LifecycleTransitions, RegisteredCallbacksComeInsteadOfVirtualFunctions) {
  const auto node = make_node();
  std::vector<std::string> called;
  const auto note = [&](const std::string& name) {
    return [&called, name](const State& from) {
      called.push_back(name + " from " + from.label());
      return name == "shutdown" ? CallbackReturn::ERROR : CallbackReturn::SUCCESS;
    };
  };
  EXPECT_TRUE(node->register_on_configure(note("configure")));
  EXPECT_TRUE(node->register_on_activate(note("activate")));
  EXPECT_TRUE(node->register_on_deactivate(note("deactivate")));
  EXPECT_TRUE(node->register_on_cleanup(note("cleanup")));
  EXPECT_TRUE(node->register_on_shutdown(note("shutdown")));
  EXPECT_TRUE(node->register_on_error(note("error")));
  node->configure();
  node->activate();
  node->deactivate();
  node->cleanup();
  EXPECT_EQ(node->shutdown().label(), "unconfigured");
  EXPECT_THAT(called, ElementsAre("configure from unconfigured", "activate from inactive",
                                  "deactivate from active", "cleanup from inactive",
                                  "shutdown from unconfigured", "error from unconfigured"));
  EXPECT_THAT(node->calls(), IsEmpty());
}

TEST_F(LifecycleTransitions, AnEmptyCallbackIsNotRegistered) {
  const auto node = make_node();
  EXPECT_FALSE(node->register_on_configure(nullptr));
  EXPECT_EQ(node->configure().label(), "inactive");
  EXPECT_THAT(node->calls(), ElementsAre("configure from unconfigured"));
}

TEST_F(LifecycleTransitions, ACallbackMayReplaceItself) {
  const auto node = make_node();
  auto held = std::make_shared<int>(0);
  node->register_on_configure([&, held](const State&) {
    node->register_on_configure([&](const State&) { return CallbackReturn::FAILURE; });
    ++*held;
    return CallbackReturn::FAILURE;
  });
  node->configure();
  EXPECT_EQ(held.use_count(), 1) << "the former one is gone";
  node->configure();
  EXPECT_EQ(*held, 1);
}

TEST_F(LifecycleTransitions, AReferenceToAStateStaysWhatItWas) {
  auto node = make_node();
  const State& before = node->get_current_state();
  const State& behind = node->configure();
  node->activate();
  node.reset();
  EXPECT_EQ(before.label(), "unconfigured");
  EXPECT_EQ(behind.label(), "inactive");
}

TEST_F(LifecycleTransitions, AreListed) {
  const auto node = make_node();
  EXPECT_EQ(node->get_available_states().size(), 11u);
  EXPECT_EQ(node->get_available_states().front().label(), "unknown");
  EXPECT_EQ(node->get_transition_graph().size(), 25u);
  const auto labels = [&] {
    std::vector<std::string> found;
    for (const auto& each : node->get_available_transitions()) found.push_back(each.label());
    return found;
  };
  EXPECT_THAT(labels(), ElementsAre("configure", "shutdown"));
  node->on("configure", [&] {
    EXPECT_THAT(labels(),
                ElementsAre("transition_success", "transition_failure", "transition_error"));
    return CallbackReturn::SUCCESS;
  });
  node->configure();
  EXPECT_THAT(labels(), ElementsAre("cleanup", "activate", "shutdown"));
  node->activate();
  EXPECT_THAT(labels(), ElementsAre("deactivate", "shutdown"));
  const auto way = node->get_available_transitions().front();
  EXPECT_EQ(way.id(), Transitions::TRANSITION_DEACTIVATE);
  EXPECT_EQ(way.start_state().label(), "active");
  EXPECT_EQ(way.goal_state().id(), States::TRANSITION_STATE_DEACTIVATING);
  node->shutdown();
  EXPECT_THAT(labels(), IsEmpty());
}

}  // namespace
}  // namespace lifecycle_test
