// SPDX-License-Identifier: Apache-2.0
// Tells one function what came to the parts of an action's client or server.
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <baton/client.hpp>
#include <baton/service.hpp>
#include <baton/subscription.hpp>

namespace baton::action {

/// Gets the number of what came and which part it came to.
using ReadyCallback = std::function<void(std::size_t, int)>;

inline void require_callable(const ReadyCallback& callback) {
  if (callback) return;
  throw std::invalid_argument(
      "The callback passed to set_on_ready_callback is not callable: to have none, clear it");
}

/// An empty callback is cleared.
template <class Part, class EntityType>
void listen_to(Part& part, const ReadyCallback& callback, EntityType type) {
  std::function<void(std::size_t)> tell;
  if (callback) {
    tell = [callback, type](std::size_t count) { callback(count, static_cast<int>(type)); };
  }
  if constexpr (std::is_base_of_v<SubscriptionBase, Part>) {
    if (!tell) {
      part.clear_on_new_message_callback();
      return part.clear_on_new_intra_process_message_callback();
    }
    part.set_on_new_message_callback(tell);
    part.set_on_new_intra_process_message_callback(std::move(tell));
  } else if constexpr (std::is_base_of_v<ServiceBase, Part>) {
    tell ? part.set_on_new_request_callback(std::move(tell)) : part.clear_on_new_request_callback();
  } else {
    tell ? part.set_on_new_response_callback(std::move(tell))
         : part.clear_on_new_response_callback();
  }
}

}  // namespace baton::action
