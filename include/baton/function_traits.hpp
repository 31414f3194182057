// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <tuple>
#include <type_traits>

namespace baton::function_traits {

/// What a callable takes: `arguments` is a std::tuple of the parameter types, as they are declared.
/// Known for functions, lambdas and function objects with one call operator, pointers to members,
/// and what std::bind makes of these (the parameters of the function that is bound, which callers
/// see in placeholders). `known` is false for others, generic lambdas for example.
template <class F, class = void>
struct function_traits {
  static constexpr bool known = false;
};

template <class... Arguments>
struct known_arguments {
  static constexpr bool known = true;
  using arguments = std::tuple<Arguments...>;
};

template <class R, class... A>
struct function_traits<R(A...)> : known_arguments<A...> {};
template <class R, class... A>
struct function_traits<R (*)(A...)> : known_arguments<A...> {};
template <class R, class... A>
struct function_traits<R (*)(A...) noexcept> : known_arguments<A...> {};
template <class R, class C, class... A>
struct function_traits<R (C::*)(A...)> : known_arguments<A...> {};
template <class R, class C, class... A>
struct function_traits<R (C::*)(A...) const> : known_arguments<A...> {};
template <class R, class C, class... A>
struct function_traits<R (C::*)(A...) noexcept> : known_arguments<A...> {};
template <class R, class C, class... A>
struct function_traits<R (C::*)(A...) const noexcept> : known_arguments<A...> {};

// libstdc++ has the bound callable as the first type of its templates for std::bind.
template <class F, class... Bound>
struct function_traits<std::_Bind<F(Bound...)>> : function_traits<F> {};
template <class R, class F, class... Bound>
struct function_traits<std::_Bind_result<R, F(Bound...)>> : function_traits<F> {};

template <class F>
struct function_traits<F, std::void_t<decltype(&F::operator())>>
    : function_traits<decltype(&F::operator())> {};

template <class F>
struct function_traits<F&> : function_traits<F> {};
template <class F>
struct function_traits<const F> : function_traits<F> {};

}  // namespace baton::function_traits
