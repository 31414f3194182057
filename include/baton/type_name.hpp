// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace baton {

/// What can be a message today: its bytes mean the same in every process. That there is no pointer
/// inside is for the author to see to.
template <class M>
concept PlainMessage = std::is_trivially_copyable_v<M> && std::is_standard_layout_v<M> &&
                       !std::is_pointer_v<M> && alignof(M) <= 64;

/// How endpoints recognise each other's type.
struct TypeIdentity {
  std::string_view name;
  std::uint64_t type_hash = 0;    ///< of the name: what the type means
  std::uint64_t layout_hash = 0;  ///< of size and alignment: where its bytes lie
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

}  // namespace detail

/// `M::baton_type_name` (a static constexpr std::string_view) if there is one, else the C++ name.
template <class M>
constexpr TypeIdentity type_identity() {
  TypeIdentity identity;
  if constexpr (requires { std::string_view(M::baton_type_name); }) {
    identity.name = M::baton_type_name;
  } else {
    identity.name = detail::compiler_type_name<M>();
  }
  identity.type_hash = detail::hash_text(identity.name);
  identity.layout_hash = sizeof(M) * 0x100000001b3 ^ alignof(M);
  return identity;
}

}  // namespace baton
