// SPDX-License-Identifier: Apache-2.0
//
// What the runtime knows of services and actions: their types, and the messages that they are made
// of. Made by the generator, immutable, lives for ever. Thread safety: all of it.
#pragma once

#include <string_view>

#include <baton/msg/type_support.hpp>

namespace baton::msg {

struct ServiceTypeSupport {
  std::string_view type_name;    ///< "std_srvs/srv/SetBool"
  TypeHash hash;                 ///< RIHS01 of the service itself, not of its messages
  std::string_view description;  ///< the JSON whose SHA-256 is `hash`
  const TypeSupport* request;
  const TypeSupport* response;
  const TypeSupport* event;  ///< what introspection publishes
};

struct ActionTypeSupport {
  std::string_view type_name;  ///< "example_interfaces/action/Fibonacci"
  TypeHash hash;
  std::string_view description;
  const TypeSupport* goal;
  const TypeSupport* result;
  const TypeSupport* feedback;
  const TypeSupport* feedback_message;  ///< feedback with the goal's identifier: what is published
  const ServiceTypeSupport* send_goal;
  const ServiceTypeSupport* get_result;
};

/// Specialised by the generated header of every service.
template <class S>
const ServiceTypeSupport& service_type_support() noexcept;

/// Specialised by the generated header of every action.
template <class A>
const ActionTypeSupport& action_type_support() noexcept;

}  // namespace baton::msg
