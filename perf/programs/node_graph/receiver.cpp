// SPDX-License-Identifier: Apache-2.0
#include "receiver.hpp"

#include <fmt/format.h>

#include <utility>

#include "clock.hpp"
#include "quality.hpp"

namespace node_graph {

Receiver::Receiver(baton::Node& node, const Topic& topic, std::vector<Sender*> followers,
                   const Window& window, Records& records)
    : topic_(topic),
      node_(node.get_name()),
      followers_(std::move(followers)),
      window_(window),
      records_(records),
      subscription_(node.create_subscription<Message>(
          topic.name, quality(), [this](const Message& message) { on_message(message); })) {}

void Receiver::on_message(const Message& message) {
  const std::int64_t now_ns = perf::now_ns();
  if (window_.has(message.origin)) {
    ++received_;
    records_.hop.add(now_ns - message.stamp);
    if (followers_.empty()) records_.latency.add(now_ns - message.origin);
  }
  for (Sender* follower : followers_) follower->send(message.origin);
}

void Receiver::note_way() {
  const auto matches = subscription_->get_matches();
  if (matches.empty()) return;
  // The word of perf_test's results.
  transport_ = matches.front().transport == "dds" ? "udp" : matches.front().transport;
  in_place_ = matches.front().zero_copy;
}

nlohmann::json Receiver::as_json() const {
  const baton::SubscriptionCounters counters = subscription_->get_counters();
  return {{"process", fmt::format("{} of {}", topic_.name, node_)},
          {"topic", topic_.name},
          {"node", node_},
          {"end", followers_.empty()},
          {"transport", transport_},
          {"zero_copy", in_place_ && counters.copied == 0},
          {"received", received_},
          {"skipped", counters.skipped},
          {"lost", counters.lost}};
}

}  // namespace node_graph
