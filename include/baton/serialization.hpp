// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/type_support.hpp>
#include <baton/serialized_message.hpp>
#include <baton/type_name.hpp>
#include <baton/visibility.hpp>

namespace baton {

/// Between messages and bytes, for a type that is known by its description. Thread safety: all
/// members.
class BATON_PUBLIC SerializationBase {
 public:
  /// `type` outlives this.
  explicit SerializationBase(const msg::TypeSupport& type) : type_(type) {}

  /// Replaces what is in `serialized`.
  void serialize_message(const void* message, SerializedMessage* serialized) const;
  /// Into a constructed message. Throws exceptions::RCLInvalidArgument for what is no such message.
  void deserialize_message(const SerializedMessage* serialized, void* message) const;

 private:
  const msg::TypeSupport& type_;
};

template <GeneratedMessage M>
class Serialization : public SerializationBase {
 public:
  Serialization() : SerializationBase(msg::type_support<M>()) {}
};

}  // namespace baton
