// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace rclcpp {

/// What an endpoint is for. A service is a pair of topics, which tools do not list.
enum class EndpointKind : std::uint8_t { topic, service_request, service_reply };

/// Something that happened to one publisher or subscription.
struct EndpointEvent {
  enum class Kind : std::uint8_t {
    matched,            ///< a match began
    unmatched,          ///< a match ended
    incompatible_qos,   ///< an endpoint was refused: `policy` asks for more than is offered
    incompatible_type,  ///< an endpoint was refused: another type on the topic
    message_lost,       ///< `count` messages were lost or skipped before they could be taken
    liveliness_lost,    ///< publisher: it did not assert in time; subscription: a matched
                        ///< publisher did not, or is gone
    liveliness_gained,  ///< of a subscription: a matched publisher is alive (again)
  };
  Kind kind;
  std::string policy{};  ///< "reliability", "durability", "deadline", "liveliness"
  std::string text{};    ///< names the other side, the difference and the cure
  std::uint64_t count = 1;
  /// Of a subscription's liveliness_gained and liveliness_lost: because the match has begun, or has
  /// ended.
  bool with_match = false;
  /// Of a subscription's matched and unmatched: whether the publisher was alive. If it was,
  /// liveliness_gained or liveliness_lost follows.
  bool was_alive = true;
};

using EndpointCallback = std::function<void(const EndpointEvent&)>;

}  // namespace rclcpp
