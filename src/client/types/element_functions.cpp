// SPDX-License-Identifier: Apache-2.0
#include "client/types/element_functions.hpp"

#include <cstddef>
#include <type_traits>

#include <baton/msg/container_header.hpp>
#include <baton/msg/string.hpp>
#include <baton/msg/vector.hpp>
#include <baton/msg/wstring.hpp>

#include "client/types/message_elements.hpp"
#include "msg/field_traits.hpp"

namespace baton::client {
namespace {

using rosidl_typesupport_introspection_cpp::MessageMember;

std::size_t size_of_sequence(const void* field) {
  return static_cast<const msg::ContainerHeader*>(field)->size;
}

/// For elements whose type is known here.
template <class T>
struct ArrayOf {
  static T* at(void* field, std::size_t index) { return static_cast<T*>(field) + index; }
  static const T* at(const void* field, std::size_t index) {
    return static_cast<const T*>(field) + index;
  }
};

template <class T>
struct SequenceOf {
  static T* at(void* field, std::size_t index) {
    return static_cast<msg::Vector<T>*>(field)->data() + index;
  }
  static const T* at(const void* field, std::size_t index) {
    return static_cast<const msg::Vector<T>*>(field)->data() + index;
  }
};

template <class T, class Elements>
void set_access(MessageMember& member) {
  member.get_const_function = [](const void* field, std::size_t index) -> const void* {
    return Elements::at(field, index);
  };
  member.get_function = [](void* field, std::size_t index) -> void* {
    return Elements::at(field, index);
  };
  member.fetch_function = [](const void* field, std::size_t index, void* value) {
    *static_cast<T*>(value) = *Elements::at(field, index);
  };
  member.assign_function = [](void* field, std::size_t index, const void* value) {
    *Elements::at(field, index) = *static_cast<const T*>(value);
  };
}

template <class T>
void set_functions(const msg::Field& field, MessageMember& member) {
  if (field.shape == msg::Shape::array) return set_access<T, ArrayOf<T>>(member);
  set_access<T, SequenceOf<T>>(member);
  member.resize_function = [](void* sequence, std::size_t size) {
    static_cast<msg::Vector<T>*>(sequence)->resize(size);
  };
}

}  // namespace

void set_element_functions(const msg::Field& field, MessageMember& member) {
  member.size_function =
      field.shape == msg::Shape::array ? size_of_array(field.count) : size_of_sequence;
  switch (field.kind) {
    case msg::Kind::message:
      return set_message_element_functions(*field.nested, field.shape == msg::Shape::array, member);
    case msg::Kind::string:
      return set_functions<msg::String>(field, member);
    case msg::Kind::wide_string:
      return set_functions<msg::WString>(field, member);
    default:
      msg::with_type(field.kind,
                     [&]<class T>(std::type_identity<T>) { set_functions<T>(field, member); });
  }
}

}  // namespace baton::client
