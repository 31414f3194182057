// SPDX-License-Identifier: Apache-2.0
// What is made of a type once, with the first question for it: its handles, and the functions that
// endpoints need which do not know it when they are compiled.
//
// Owns the list of these. None is ever destroyed. Thread safety: all of it.
#pragma once

#include <memory>

#include <baton/ros_c/rosidl_type_support.h>
#include <baton/msg/service_type_support.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/object_type.hpp>
#include <baton/service_envelope.hpp>

namespace baton::client {

class Introspection;

class KnownType {
 public:
  /// `type` must live for ever.
  static const KnownType& of(const msg::TypeSupport& type);
  /// nullptr: no handle that Baton has made.
  static const KnownType* of(const rosidl_message_type_support_t* handle);

  const msg::TypeSupport& type() const { return type_; }
  const rosidl_message_type_support_t& handle() const { return handle_; }
  const rosidl_type_hash_t& hash() const { return hash_; }
  /// Without functions: messages are copied by the type, never handed over as objects.
  const ObjectType& object() const { return object_; }
  /// Of a request or response.
  const EnvelopeType& envelope() const { return envelope_; }
  /// Made with the first question.
  const Introspection& introspection() const;

 private:
  explicit KnownType(const msg::TypeSupport& type);

  const msg::TypeSupport& type_;
  rosidl_message_type_support_t handle_{};
  rosidl_type_hash_t hash_{};
  ObjectType object_;
  std::array<msg::Field, 2> envelope_fields_;
  msg::TypeSupport envelope_support_{};
  EnvelopeType envelope_;
  mutable std::shared_ptr<const Introspection> introspection_;  // covered by the list's mutex
};

}  // namespace baton::client
