// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/assert.hpp"

namespace baton::base {

/// Why something failed. The text is a sentence for the user and carries the cure where there is
/// one.
struct Error {
  int code = 0;  ///< errno, or 0 when no system call is to blame
  std::string text;
};

/// "<what>: <strerror(errno)>", with errno as its code. Call it before anything else touches errno.
[[nodiscard]] Error os_error(std::string what);
/// The same for an error number that is already at hand.
[[nodiscard]] Error os_error(std::string what, int error_number);

/// A T, or the reason why there is none. Reading the wrong side is a bug and asserts.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const noexcept { return state_.index() == 0; }

  T& value() & {
    require_value();
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    require_value();
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    require_value();
    return std::move(*std::get_if<0>(&state_));
  }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& {
    BATON_ASSERT(state_.index() == 1);
    return *std::get_if<1>(&state_);
  }
  Error&& error() && {
    BATON_ASSERT(state_.index() == 1);
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  void require_value() const {
    if (state_.index() != 0) [[unlikely]] {
      const std::string& error = std::get_if<1>(&state_)->text;
      BATON_ASSERT(state_.index() == 0, error);
    }
  }

  std::variant<T, Error> state_;
};

/// Done, or the reason why not.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const noexcept { return !error_.has_value(); }

  void value() const {
    if (error_) [[unlikely]] {
      const std::string& error = error_->text;
      BATON_ASSERT(!error_.has_value(), error);
    }
  }

  const Error& error() const& {
    BATON_ASSERT(error_.has_value());
    return *error_;
  }
  Error&& error() && {
    BATON_ASSERT(error_.has_value());
    return *std::move(error_);
  }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace baton::base
