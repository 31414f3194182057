// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Pair: change its definition, not this file.
#pragma once

#include <array>
#include <baton/msg/message.hpp>
#include <baton/msg/rosidl_runtime_cpp.hpp>

namespace golden::msg {

struct Half {
  using Type = Half;
  using RawPtr = Half*;
  using ConstRawPtr = const Half*;
  using SharedPtr = std::shared_ptr<Half>;
  using ConstSharedPtr = std::shared_ptr<const Half>;
  template <class Deleter = std::default_delete<Half>>
  using UniquePtrWithDeleter = std::unique_ptr<Half, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Half>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Half, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Half>;
  using ConstWeakPtr = std::weak_ptr<const Half>;

  explicit Half(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all) {
    using _how = ::baton::msg::MessageInitialization;
    if (_init == _how::all || _init == _how::zero) {
      letter = 0;
    }
  }

  using _letter_type = char16_t;
  _letter_type letter;

  Half& set__letter(const _letter_type& _value) {
    letter = _value;
    return *this;
  }

  bool operator==(const Half& _other) const {
    return letter == _other.letter;
  }
  bool operator!=(const Half& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Half_ = Half;

struct Pair {
  using Type = Pair;
  using RawPtr = Pair*;
  using ConstRawPtr = const Pair*;
  using SharedPtr = std::shared_ptr<Pair>;
  using ConstSharedPtr = std::shared_ptr<const Pair>;
  template <class Deleter = std::default_delete<Pair>>
  using UniquePtrWithDeleter = std::unique_ptr<Pair, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Pair>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Pair, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Pair>;
  using ConstWeakPtr = std::weak_ptr<const Pair>;

  static constexpr std::uint32_t MOST = 4000000000u;

  explicit Pair(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all) {
    using _how = ::baton::msg::MessageInitialization;
    if (_init == _how::zero) {
      halves.fill(::golden::msg::Half(_init));
    }
  }

  using _halves_type = std::array<::golden::msg::Half, 2>;
  _halves_type halves;

  Pair& set__halves(const _halves_type& _value) {
    halves = _value;
    return *this;
  }

  bool operator==(const Pair& _other) const {
    return halves == _other.halves;
  }
  bool operator!=(const Pair& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Pair_ = Pair;

}  // namespace golden::msg

#include <golden/msg/detail/pair__traits.hpp>
