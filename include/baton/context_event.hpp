// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <functional>
#include <string>

namespace rclcpp {

enum class EventKind {
  incompatible_type,     ///< two types on one topic
  incompatible_qos,      ///< a policy that the other side does not offer
  incompatible_version,  ///< a participant with another memory layout
  peer_refused,          ///< a handshake was refused for another reason
  peer_dropped,          ///< a peer broke the protocol or its memory contradicted itself
  peer_silent,           ///< a participant does not answer the handshake
  unreachable_users,     ///< other users run participants that cannot be reached
  resources,             ///< a limit of this process or machine was hit
  not_secured,           ///< security was asked for, and the network is open without it
  /// A variable, parameter, node or logger has a name that means nothing here.
  unknown_name,
  namesakes,  ///< two nodes have one name
};

/// Something that a person should know once. The text names the peer, the cause and the cure.
struct ContextEvent {
  EventKind kind;
  std::string text;
  /// The fully qualified node that the event is about; empty: the whole process.
  std::string node{};
};

/// Called in the context's own thread, so it must not block for long.
using EventCallback = std::function<void(const ContextEvent&)>;

}  // namespace rclcpp
