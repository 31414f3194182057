// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "transport/inbox/counted_message.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

/// An object that the user has handed over whole.
class HeapObject final : public CountedMessage {
 public:
  explicit HeapObject(const OwnedObject& object)
      : CountedMessage(object.message, object.type->size_bytes, nullptr), object_(object) {}

  void* give_away() noexcept override { return std::exchange(object_.message, nullptr); }
  /// Leaves the object to its owner.
  void forget() noexcept { object_.message = nullptr; }

 private:
  ~HeapObject() override {
    if (object_.message != nullptr) object_.type->destroy(object_.message);
  }

  OwnedObject object_;
};

}  // namespace baton::transport
