// SPDX-License-Identifier: Apache-2.0
#include "client/types/message_pointer.hpp"

#include <utility>

#include <baton/msg/dynamic_message.hpp>

namespace baton::client {
namespace {

std::shared_ptr<void> share(msg::DynamicMessage&& message) {
  auto owner = std::make_shared<msg::DynamicMessage>(std::move(message));
  void* const data = owner->data();
  return {std::move(owner), data};
}

}  // namespace

std::shared_ptr<void> make_message(const msg::TypeSupport& type) {
  return share(msg::DynamicMessage(type));
}

std::shared_ptr<void> make_copy(const msg::TypeSupport& type, const void* message) {
  return share(msg::DynamicMessage(type, message));
}

}  // namespace baton::client
