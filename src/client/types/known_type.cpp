// SPDX-License-Identifier: Apache-2.0
#include "client/types/known_type.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include <baton/exceptions.hpp>
#include <baton/type_support_handle.hpp>

#include "client/types/introspection.hpp"

namespace baton::client {
namespace {

/// Never destroyed: handles are used until the process ends.
struct KnownTypes {
  std::recursive_mutex mutex;  // of a type that contains types; covers what follows
  std::unordered_map<const msg::TypeSupport*, std::unique_ptr<const KnownType>> by_type;
  std::unordered_map<const rosidl_message_type_support_t*, const KnownType*> by_handle;
};

KnownTypes& known_types() {
  static auto* const types = new KnownTypes;
  return *types;
}

bool is(const char* identifier, const char* expected) {
  return identifier != nullptr && std::strcmp(identifier, expected) == 0;
}

const rosidl_message_type_support_t* in_form(const rosidl_message_type_support_t* handle,
                                             const char* identifier) {
  const KnownType* const known = KnownType::of(handle);
  if (known == nullptr) return nullptr;
  if (is(identifier, detail::handle_identifier)) return &known->handle();
  if (is(identifier, detail::introspection_identifier)) return &known->introspection().handle();
  return nullptr;
}

const rosidl_type_hash_t* hash_of(const rosidl_message_type_support_t* handle) {
  const KnownType* const known = KnownType::of(handle);
  return known != nullptr ? &known->hash() : nullptr;
}

constexpr std::size_t end_of_envelope(const msg::TypeSupport& message) {
  const std::size_t begin = msg::round_up(sizeof(RequestIdentity), message.alignment);
  return begin + message.size_bytes;
}

}  // namespace

KnownType::KnownType(const msg::TypeSupport& type)
    : type_(type),
      handle_{detail::handle_identifier, &type, in_form, hash_of},
      hash_{1, {}},
      object_{type.size_bytes, nullptr, nullptr, nullptr},
      envelope_fields_(
          detail::envelope_fields(type, msg::round_up(sizeof(RequestIdentity), type.alignment))) {
  std::copy(type.hash.begin(), type.hash.end(), std::begin(hash_.value));
  const std::size_t alignment = std::max<std::size_t>(alignof(RequestIdentity), type.alignment);
  envelope_support_ =
      detail::describe_envelope(type, msg::round_up(end_of_envelope(type), alignment), alignment);
  // No functions: the fields are walked, and those of the message by its own functions.
  envelope_support_.fields = envelope_fields_;
  envelope_ = {&envelope_support_, &type_, envelope_fields_[1].offset_bytes};
}

const KnownType& KnownType::of(const msg::TypeSupport& type) {
  KnownTypes& types = known_types();
  const std::lock_guard lock(types.mutex);
  std::unique_ptr<const KnownType>& known = types.by_type[&type];
  if (!known) {
    known.reset(new KnownType(type));
    types.by_handle[&known->handle()] = known.get();
  }
  return *known;
}

const KnownType* KnownType::of(const rosidl_message_type_support_t* handle) {
  KnownTypes& types = known_types();
  const std::lock_guard lock(types.mutex);
  const auto at = types.by_handle.find(handle);
  return at != types.by_handle.end() ? at->second : nullptr;
}

const Introspection& KnownType::introspection() const {
  KnownTypes& types = known_types();
  const std::lock_guard lock(types.mutex);
  if (!introspection_) {
    introspection_ = std::make_shared<const Introspection>(*this, in_form, hash_of);
    types.by_handle[&introspection_->handle()] = this;
  }
  return *introspection_;
}

}  // namespace baton::client

namespace rclcpp {

const char* const detail::handle_identifier = "rosidl_typesupport_cpp";
const char* const detail::introspection_identifier = "rosidl_typesupport_introspection_cpp";

const rosidl_message_type_support_t* to_handle(const msg::TypeSupport& type) {
  return &client::KnownType::of(type).handle();
}

const msg::TypeSupport& to_type_support(const rosidl_message_type_support_t* handle) {
  const client::KnownType* const known = client::KnownType::of(handle);
  if (known == nullptr) {
    throw exceptions::RCLInvalidArgument(
        handle == nullptr ? "the type support is a null pointer"
                          : "the type support is none of Baton's: build the package that has the "
                            "type with Baton's rosidl_generate_interfaces()");
  }
  return known->type();
}

}  // namespace rclcpp
