// SPDX-License-Identifier: Apache-2.0
#include "client/types/message_sequence.hpp"

#include <baton/msg/any_container.hpp>
#include <baton/msg/operations.hpp>

namespace baton::client {
void assign_message(const msg::TypeSupport& type, void* to, const void* from) {
  if (to == from) return;
  msg::destroy(type, to);
  try {
    msg::copy(type, to, from);
  } catch (...) {
    msg::walk::construct(type, to);
    throw;
  }
}

void resize_sequence(const msg::TypeSupport& type, void* field, std::size_t size) {
  const msg::Field elements{{}, msg::Kind::message, msg::Shape::sequence, 0, 0, 0, &type};
  msg::resize_sequence(elements, field, size);
}

}  // namespace baton::client
