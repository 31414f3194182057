// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>

namespace rcpputils {

namespace detail {
template <class T>
struct pointee {
  using type = T;
  static constexpr bool is_pointer = false;
};
template <class T>
struct pointee<T*> {
  using type = T;
  static constexpr bool is_pointer = true;
};
template <class T>
struct pointee<std::shared_ptr<T>> : pointee<T*> {};
template <class T, class Deleter>
struct pointee<std::unique_ptr<T, Deleter>> : pointee<T*> {};
}  // namespace detail

/// Whether T is a pointer, a std::shared_ptr or a std::unique_ptr, or a reference to one.
template <class T>
struct is_pointer : std::bool_constant<
                        detail::pointee<std::remove_cv_t<std::remove_reference_t<T>>>::is_pointer> {
};

/// The type that a T points to. If T is no pointer: T without its reference.
template <class T>
struct remove_pointer {
  using type = typename detail::pointee<std::remove_cv_t<std::remove_reference_t<T>>>::type;
};

}  // namespace rcpputils
