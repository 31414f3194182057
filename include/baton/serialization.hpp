// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/type_support.hpp>
#include <baton/serialized_message.hpp>
#include <baton/type_name.hpp>
#include <baton/visibility.hpp>

namespace baton {

/// Converts between messages and bytes, for a type that is known by its description. Thread safety:
/// all members.
class BATON_PUBLIC SerializationBase {
 public:
  /// `type` must outlive this object.
  explicit SerializationBase(const msg::TypeSupport& type) : type_(type) {}

  /// Replaces the contents of `serialized`.
  void serialize_message(const void* message, SerializedMessage* serialized) const;
  /// Decodes into a constructed message. Throws exceptions::RCLInvalidArgument if the bytes are no
  /// such message.
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
