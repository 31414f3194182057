// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>

namespace rclcpp::function_traits {

/// What a callable takes: `arguments` is a std::tuple of the parameter types, as they are declared.
/// Known for functions, lambdas and function objects with one call operator, pointers to members,
/// and what std::bind makes of these (the parameters of the function that is bound, which callers
/// see in placeholders). `known` is false for others, generic lambdas for example.
template <class F, class = void>
struct function_traits {
  static constexpr bool known = false;
};

template <class Result, class... Arguments>
struct known_arguments {
  static constexpr bool known = true;
  static constexpr std::size_t arity = sizeof...(Arguments);
  using arguments = std::tuple<Arguments...>;
  template <std::size_t N>
  using argument_type = std::tuple_element_t<N, arguments>;
  using return_type = Result;
};

template <class R, class... A>
struct function_traits<R(A...)> : known_arguments<R, A...> {};
template <class R, class... A>
struct function_traits<R (*)(A...)> : known_arguments<R, A...> {};
template <class R, class... A>
struct function_traits<R (*)(A...) noexcept> : known_arguments<R, A...> {};
template <class R, class C, class... A>
struct function_traits<R (C::*)(A...)> : known_arguments<R, A...> {};
template <class R, class C, class... A>
struct function_traits<R (C::*)(A...) const> : known_arguments<R, A...> {};
template <class R, class C, class... A>
struct function_traits<R (C::*)(A...) noexcept> : known_arguments<R, A...> {};
template <class R, class C, class... A>
struct function_traits<R (C::*)(A...) const noexcept> : known_arguments<R, A...> {};

// Each standard library has templates of its own for what std::bind returns.
#ifdef _LIBCPP_VERSION
template <class F, class... Bound>
struct function_traits<std::__bind<F, Bound...>> : function_traits<F> {};
template <class R, class F, class... Bound>
struct function_traits<std::__bind_r<R, F, Bound...>> : function_traits<F> {};
#else
template <class F, class... Bound>
struct function_traits<std::_Bind<F(Bound...)>> : function_traits<F> {};
template <class R, class F, class... Bound>
struct function_traits<std::_Bind_result<R, F(Bound...)>> : function_traits<F> {};
#endif

template <class F>
struct function_traits<F, std::void_t<decltype(&F::operator())>>
    : function_traits<decltype(&F::operator())> {};

template <class F>
struct function_traits<F&> : function_traits<F> {};
template <class F>
struct function_traits<const F> : function_traits<F> {};

// The questions of rclcpp's header, about callables of which all is known.

/// Whether it takes so many arguments.
template <std::size_t Arity, class F>
struct arity_comparator : std::bool_constant<(Arity == function_traits<F>::arity)> {};

/// Whether it takes arguments of just these types.
template <class F, class... Arguments>
struct check_arguments
    : std::is_same<typename function_traits<F>::arguments, std::tuple<Arguments...>> {};

/// Whether both take the same types of arguments.
template <class F, class G>
struct same_arguments
    : std::is_same<typename function_traits<F>::arguments, typename function_traits<G>::arguments> {
};

namespace detail {
template <class Result, class Arguments>
struct function_of;
template <class Result, class... Arguments>
struct function_of<Result, std::tuple<Arguments...>> {
  using type = std::function<Result(Arguments...)>;
};
}  // namespace detail

/// The std::function that takes and returns the same.
template <class F>
struct as_std_function : detail::function_of<typename function_traits<F>::return_type,
                                             typename function_traits<F>::arguments> {};

}  // namespace rclcpp::function_traits
