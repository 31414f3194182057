// SPDX-License-Identifier: Apache-2.0
#include "client/types/introspection.hpp"

#include <utility>

#include <baton/type_support_handle.hpp>

#include "client/types/element_functions.hpp"
#include "client/types/known_type.hpp"

namespace baton::client {
namespace {

using namespace rosidl_typesupport_introspection_cpp;
using msg::Kind;

std::uint8_t type_id(Kind kind) {
  switch (kind) {
    case Kind::message:
      return ROS_TYPE_MESSAGE;
    case Kind::int8:
      return ROS_TYPE_INT8;
    case Kind::uint8:
      return ROS_TYPE_UINT8;
    case Kind::int16:
      return ROS_TYPE_INT16;
    case Kind::uint16:
      return ROS_TYPE_UINT16;
    case Kind::int32:
      return ROS_TYPE_INT32;
    case Kind::uint32:
      return ROS_TYPE_UINT32;
    case Kind::int64:
      return ROS_TYPE_INT64;
    case Kind::uint64:
      return ROS_TYPE_UINT64;
    case Kind::float32:
      return ROS_TYPE_FLOAT;
    case Kind::float64:
      return ROS_TYPE_DOUBLE;
    case Kind::character:
      return ROS_TYPE_CHAR;
    case Kind::wide_character:
      return ROS_TYPE_WCHAR;
    case Kind::boolean:
      return ROS_TYPE_BOOLEAN;
    case Kind::byte:
      return ROS_TYPE_OCTET;
    case Kind::string:
      return ROS_TYPE_STRING;
    case Kind::wide_string:
      return ROS_TYPE_WSTRING;
  }
  return 0;
}

MessageMember describe(const msg::Field& field, const char* name) {
  MessageMember member{};
  member.name_ = name;
  member.type_id_ = type_id(field.kind);
  member.string_upper_bound_ = field.string_bound;
  if (field.kind == Kind::message) {
    member.members_ = &KnownType::of(*field.nested).introspection().handle();
  }
  member.is_array_ = field.shape != msg::Shape::single;
  member.array_size_ = field.count;
  member.is_upper_bound_ = field.shape == msg::Shape::bounded_sequence;
  member.offset_ = field.offset_bytes;
  if (member.is_array_) set_element_functions(field, member);
  return member;
}

}  // namespace

std::pair<std::string, std::string> split_type_name(std::string_view type_name) {
  const std::size_t first = type_name.find('/');
  const std::size_t last = type_name.rfind('/');
  if (first == std::string_view::npos) return {"", std::string(type_name)};
  std::string scope(type_name.substr(0, first));
  scope += "::";
  scope += type_name.substr(first + 1, last - first - 1);
  return {scope, std::string(type_name.substr(last + 1))};
}

Introspection::Introspection(const KnownType& known,
                             rosidl_message_typesupport_handle_function in_form,
                             rosidl_message_get_type_hash_function hash_of) {
  const msg::TypeSupport& type = known.type();
  std::tie(namespace_, name_) = split_type_name(type.type_name);
  field_names_.reserve(type.fields.size());
  for (const msg::Field& field : type.fields) {
    field_names_.emplace_back(field.name);
    fields_.push_back(describe(field, field_names_.back().c_str()));
  }
  members_.message_namespace_ = namespace_.c_str();
  members_.message_name_ = name_.c_str();
  members_.member_count_ = static_cast<std::uint32_t>(fields_.size());
  members_.size_of_ = type.size_bytes;
  members_.members_ = fields_.data();
  members_.init_function = type.construct;
  members_.fini_function = type.destroy;
  handle_ = {detail::introspection_identifier, &members_, in_form, hash_of};
}

}  // namespace baton::client
