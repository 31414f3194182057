// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/baton.hpp>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "message_type.hpp"
#include "variable_messages.hpp"

namespace perf {

// A message of fixed size is one block of bytes. Any other message gets room for its content first,
// and tells where its parts are.
template <class M>
Frame prepared_frame(const MessageType& type, M& message) {
  if constexpr (baton::GeneratedMessage<M>) {
    messages::prepare(message, type.content_size_bytes());
    return messages::frame_of(message);
  } else {
    return type.frame_in(reinterpret_cast<std::byte*>(&message));
  }
}

template <class M>
ReceivedFrame received_frame(const MessageType& type, const M& message) {
  if constexpr (baton::GeneratedMessage<M>) {
    return messages::frame_of(message);
  } else {
    return type.frame_in(reinterpret_cast<const std::byte*>(&message));
  }
}

/// Makes a message on the heap that is not initialised where possible: --message-init writes it if
/// it has to be.
template <class M>
std::unique_ptr<M> bare_message() {
  if constexpr (std::is_constructible_v<M, baton::msg::MessageInitialization>) {
    return std::make_unique<M>(baton::msg::MessageInitialization::skip);
  } else {
    return std::unique_ptr<M>(new M);
  }
}

}  // namespace perf
