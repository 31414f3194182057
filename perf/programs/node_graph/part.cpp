// SPDX-License-Identifier: Apache-2.0
#include "part.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "clock.hpp"

namespace node_graph {
namespace {

baton::Context::SharedPtr make_context(Delivery delivery) {
  baton::ContextOptions options;
  if (delivery == Delivery::udp) options.transport = baton::TransportChoice::udp;
  return std::make_shared<baton::Context>(options);
}

baton::ExecutorOptions options_in(const baton::Context::SharedPtr& context) {
  baton::ExecutorOptions options;
  options.context = context;
  return options;
}

}  // namespace

Part::Part(const Description& graph, const std::vector<std::string>& nodes, Delivery delivery)
    : graph_(graph),
      delivery_(delivery),
      context_(make_context(delivery)),
      executor_(options_in(context_)) {
  const std::vector<std::string> known = graph.nodes();
  for (const std::string& name : nodes) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw BadDescription(
          fmt::format("there is no node {}; there are {}", name, fmt::join(known, ", ")));
    }
    add_node(name);
  }
  thread_ = std::thread([this] { executor_.spin(); });
}

Part::~Part() {
  executor_.cancel();
  if (thread_.joinable()) thread_.join();
}

void Part::add_node(const std::string& name) {
  baton::NodeOptions options;
  options.context(context_).use_global_arguments(false).use_intra_process_comms(
      delivery_ == Delivery::in_process);
  const auto node = std::make_shared<baton::Node>(name, options);
  if (!nodes_.emplace(name, node).second) {
    throw BadDescription(fmt::format("node {} is named twice", name));
  }
  add_senders(name);
  add_receivers(name);
  executor_.add_node(node);
}

void Part::add_senders(const std::string& name) {
  for (const Topic& topic : graph_.topics) {
    if (topic.from != name) continue;
    Sender& sender = senders_.emplace_back(*nodes_.at(name), topic, delivery_, window_);
    if (topic.after.empty()) add_timer(sender);
  }
}

void Part::add_timer(Sender& sender) {
  const auto period = std::chrono::nanoseconds(std::llround(1e9 / sender.topic().rate_hz));
  const auto tick = [this, &sender] {
    if (!window_.is_over(perf::now_ns())) sender.send();
  };
  timers_.push_back(
      nodes_.at(sender.topic().from)->create_wall_timer(period, tick, nullptr, false));
}

void Part::add_receivers(const std::string& name) {
  for (const Topic& topic : graph_.topics) {
    if (std::find(topic.to.begin(), topic.to.end(), name) == topic.to.end()) continue;
    std::vector<Sender*> followers;
    for (Sender& sender : senders_) {
      if (sender.topic().from == name && sender.topic().after == topic.name) {
        followers.push_back(&sender);
      }
    }
    receivers_.emplace_back(*nodes_.at(name), topic, std::move(followers), window_, records_);
  }
}

std::string Part::missing() const {
  for (const Sender& sender : senders_) {
    const std::size_t expected = sender.topic().to.size();
    if (sender.matched() < expected) {
      return fmt::format("topic {} of {} has {} of {} subscriptions", sender.topic().name,
                         sender.topic().from, sender.matched(), expected);
    }
  }
  for (const Receiver& receiver : receivers_) {
    if (!receiver.is_matched()) {
      return fmt::format("topic {} has no publisher for {}", receiver.topic().name,
                         receiver.node());
    }
  }
  return "";
}

void Part::publish(std::int64_t begin_ns, std::int64_t end_ns) {
  for (Receiver& receiver : receivers_) receiver.note_way();
  window_.set(begin_ns, end_ns);
  for (const auto& timer : timers_) timer->reset();
}

nlohmann::json Part::finish() {
  executor_.cancel();
  thread_.join();
  nlohmann::json publishers = nlohmann::json::array();
  for (const Sender& sender : senders_) publishers.push_back(sender.as_json());
  nlohmann::json subscribers = nlohmann::json::array();
  for (const Receiver& receiver : receivers_) subscribers.push_back(receiver.as_json());
  return {{"publishers", std::move(publishers)},
          {"subscribers", std::move(subscribers)},
          {"latency_ns", records_.latency.as_json()},
          {"hop_ns", records_.hop.as_json()}};
}

}  // namespace node_graph
