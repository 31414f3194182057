// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/baton.hpp>
#include <cstddef>
#include <cstdint>
#include <performance_test/msg/stamped_data.hpp>

#include "delivery.hpp"
#include "description.hpp"
#include "record.hpp"

namespace node_graph {

using Message = performance_test::msg::StampedData;

/// The publisher of one topic. Its node's executor calls send(), in one thread.
class Sender {
 public:
  Sender(baton::Node& node, const Topic& topic, Delivery delivery, const Window& window);

  /// Begins a chain.
  void send() { send(0); }
  /// Goes on with the chain that began at `origin_ns`. A publication that is refused is counted.
  void send(std::int64_t origin_ns);

  std::size_t matched() const { return publisher_->get_subscription_count(); }
  const Topic& topic() const { return topic_; }
  nlohmann::json as_json() const;

 private:
  std::int64_t publish(std::int64_t origin_ns);
  std::int64_t fill(Message& message, std::int64_t origin_ns) const;

  const Topic& topic_;
  const Delivery delivery_;
  const Window& window_;
  const baton::Publisher<Message>::SharedPtr publisher_;
  Message kept_;  // what is serialised
  std::uint64_t sent_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace node_graph
