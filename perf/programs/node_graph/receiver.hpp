// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/baton.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "record.hpp"
#include "sender.hpp"

namespace node_graph {

/// What all receivers of an executor's thread record.
struct Records {
  Durations latency;  ///< from the beginning of a chain to the callback at its end
  Durations hop;      ///< from each publication to its callbacks
};

/// One subscription of a node, and the publishers that a message of it sets off.
class Receiver {
 public:
  Receiver(baton::Node& node, const Topic& topic, std::vector<Sender*> followers,
           const Window& window, Records& records);

  bool is_matched() const { return subscription_->get_publisher_count() > 0; }
  /// Remembers how messages come, while the publisher is there.
  void note_way();
  const Topic& topic() const { return topic_; }
  const std::string& node() const { return node_; }
  nlohmann::json as_json() const;

 private:
  void on_message(const Message& message);

  const Topic& topic_;
  const std::string node_;
  const std::vector<Sender*> followers_;
  const Window& window_;
  Records& records_;
  std::string transport_;
  bool in_place_ = false;
  std::uint64_t received_ = 0;
  const baton::Subscription<Message>::SharedPtr
      subscription_;  // last: its callback uses the others
};

}  // namespace node_graph
