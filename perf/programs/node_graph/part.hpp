// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/baton.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "delivery.hpp"
#include "description.hpp"
#include "receiver.hpp"
#include "record.hpp"
#include "sender.hpp"

namespace node_graph {

/// The nodes that run in this process, in one single-threaded executor. Nothing is published before
/// publish().
class Part {
 public:
  /// Throws BadDescription for a node that the graph has not.
  Part(const Description& graph, const std::vector<std::string>& nodes, Delivery delivery);
  ~Part();

  /// What is not matched yet, as a text; empty when every endpoint has its peers.
  std::string missing() const;
  /// Timers run from now on until `end_ns`. What began from `begin_ns` on counts.
  void publish(std::int64_t begin_ns, std::int64_t end_ns);
  /// Ends the executor, and says what was measured.
  nlohmann::json finish();

 private:
  void add_node(const std::string& name);
  void add_senders(const std::string& name);
  void add_receivers(const std::string& name);
  void add_timer(Sender& sender);

  const Description& graph_;
  const Delivery delivery_;
  const baton::Context::SharedPtr context_;
  Window window_;
  Records records_;
  std::map<std::string, baton::Node::SharedPtr> nodes_;
  std::deque<Sender> senders_;      // stay in place: receivers and timers point to them
  std::deque<Receiver> receivers_;  // stay in place: callbacks point to them
  std::vector<baton::TimerBase::SharedPtr> timers_;
  baton::executors::SingleThreadedExecutor executor_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace node_graph
