// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <baton/ros_c/rosidl_type_support.h>
#include <baton/msg/type_support.hpp>
#include <baton/namespaces.hpp>
#include <baton/serialized_message.hpp>
#include <baton/type_name.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

namespace serialization_traits {

template <class T>
struct is_serialized_message_class : std::false_type {};
template <>
struct is_serialized_message_class<SerializedMessage> : std::true_type {};

}  // namespace serialization_traits

/// Converts between messages and bytes, for a type that is known by its description. Thread safety:
/// all members.
class BATON_PUBLIC SerializationBase {
 public:
  /// `type` must outlive this object.
  explicit SerializationBase(const msg::TypeSupport& type) : type_(type) {}
  /// `type` is a handle that Baton has made. Throws exceptions::RCLInvalidArgument.
  explicit SerializationBase(const rosidl_message_type_support_t* type);
  virtual ~SerializationBase() = default;

  /// Replaces the contents of `serialized`.
  void serialize_message(const void* message, SerializedMessage* serialized) const;
  /// Decodes into a constructed message. Throws exceptions::RCLInvalidArgument if the bytes are no
  /// such message.
  void deserialize_message(const SerializedMessage* serialized, void* message) const;

 private:
  const msg::TypeSupport& type_;
};

template <class M>
class Serialization : public SerializationBase {
  static_assert(is_generated_message<M>, "only a message that a generator made can be serialized");

 public:
  Serialization() : SerializationBase(msg::type_support<M>()) {}
};

}  // namespace rclcpp
