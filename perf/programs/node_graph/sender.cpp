// SPDX-License-Identifier: Apache-2.0
#include "sender.hpp"

#include <memory>
#include <utility>

#include "clock.hpp"
#include "quality.hpp"

namespace node_graph {

Sender::Sender(baton::Node& node, const Topic& topic, Delivery delivery, const Window& window)
    : topic_(topic),
      delivery_(delivery),
      window_(window),
      publisher_(node.create_publisher<Message>(topic.name, quality())) {}

void Sender::send(std::int64_t origin_ns) {
  try {
    if (window_.has(publish(origin_ns))) ++sent_;
  } catch (const baton::exceptions::Error&) {
    ++refused_;
  }
}

std::int64_t Sender::publish(std::int64_t origin_ns) {
  if (delivery_ == Delivery::udp) {
    origin_ns = fill(kept_, origin_ns);
    publisher_->publish(kept_);
  } else if (delivery_ == Delivery::zero_copy) {
    auto loan = publisher_->borrow_loaned_message();
    origin_ns = fill(loan.get(), origin_ns);
    publisher_->publish(std::move(loan));
  } else {
    auto message = std::make_unique<Message>(baton::msg::MessageInitialization::skip);
    origin_ns = fill(*message, origin_ns);
    publisher_->publish(std::move(message));
  }
  return origin_ns;
}

std::int64_t Sender::fill(Message& message, std::int64_t origin_ns) const {
  message.data.resize_uninitialized(topic_.size_bytes);
  message.stamp = perf::now_ns();
  message.origin = origin_ns != 0 ? origin_ns : message.stamp;
  return message.origin;
}

nlohmann::json Sender::as_json() const {
  return {{"topic", topic_.name},
          {"node", topic_.from},
          {"sent", sent_},
          {"refused", refused_},
          {"committed_bytes", publisher_->get_counters().committed_bytes}};
}

}  // namespace node_graph
