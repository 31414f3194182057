// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <baton/msg/message_traits.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/namespaces.hpp>
#include <baton/object_type.hpp>

namespace rclcpp {

/// A type that the generator made from a .msg file.
template <class M>
inline constexpr bool is_generated_message = rosidl_generator_traits::is_message<M>::value;

/// A C++ type whose bytes mean the same in every process. Its author has to make sure that there is
/// no pointer inside.
template <class M>
inline constexpr bool is_plain_message =
    std::is_trivially_copyable_v<M>&& std::is_standard_layout_v<M> && !std::is_pointer_v<M> &&
    alignof(M) <= 64;

template <class M>
inline constexpr bool is_message_type = is_generated_message<M> || is_plain_message<M>;

#ifdef __cpp_concepts
// The same for the templates of a user of C++20.
template <class M>
concept GeneratedMessage = is_generated_message<M>;
template <class M>
concept PlainMessage = is_plain_message<M>;
template <class M>
concept MessageType = is_message_type<M>;
#endif

/// By which endpoints recognise each other's type.
struct TypeIdentity {
  std::string_view name;
  std::uint64_t type_hash = 0;                ///< what the type means
  std::uint64_t layout_hash = 0;              ///< where its bytes lie
  std::size_t size_bytes = 0;                 ///< size of the message itself
  const msg::TypeSupport* support = nullptr;  ///< null unless the type is generated
  /// Objects that readers in this process get as they are; null: none. Never destroyed.
  const AdaptedType* adapted = nullptr;
};

namespace detail {

constexpr std::uint64_t hash_text(std::string_view text) {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

/// The compiler's own name of M. GCC and Clang agree on it for types in named namespaces.
template <class M>
constexpr std::string_view compiler_type_name() {
  constexpr std::string_view text = __PRETTY_FUNCTION__;
  constexpr std::string_view mark = "M = ";
  constexpr std::size_t begin = text.find(mark) + mark.size();
  return text.substr(begin, text.find_first_of(";]", begin) - begin);
}

template <class M, class = void>
inline constexpr bool has_type_name = false;
template <class M>
inline constexpr bool
    has_type_name<M, std::void_t<decltype(std::string_view(M::baton_type_name))>> = true;

}  // namespace detail

/// The identity of a generated type, which must outlive what is identified by it.
inline TypeIdentity type_identity(const msg::TypeSupport& support) {
  TypeIdentity identity;
  identity.name = support.type_name;
  for (std::size_t i = 0; i < sizeof identity.type_hash; ++i) {
    identity.type_hash = identity.type_hash << 8 | support.hash[i];
  }
  identity.layout_hash = support.layout_hash;
  identity.size_bytes = support.size_bytes;
  identity.support = &support;
  return identity;
}

/// The identity of a generated type is in its description. A plain type is identified by
/// `M::baton_type_name` (a static constexpr std::string_view) if there is one, else by its C++
/// name.
template <class M, std::enable_if_t<is_message_type<M>, int> = 0>
TypeIdentity type_identity() {
  TypeIdentity identity;
  identity.size_bytes = sizeof(M);
  if constexpr (is_generated_message<M>) {
    identity = type_identity(msg::type_support<M>());
  } else {
    if constexpr (detail::has_type_name<M>) {
      identity.name = M::baton_type_name;
    } else {
      identity.name = detail::compiler_type_name<M>();
    }
    identity.type_hash = detail::hash_text(identity.name);
    identity.layout_hash = sizeof(M) * 0x100000001b3 ^ alignof(M);
  }
  return identity;
}

}  // namespace rclcpp
