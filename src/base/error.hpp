// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <utility>

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
/// Like os_error(), for an error number that the caller already has.
[[nodiscard]] Error os_error(std::string what, int error_number);

namespace detail {
[[noreturn, gnu::cold]] void no_value(const Error& error);
}

/// A T, or the reason why there is none. Reading the wrong side is a bug and asserts. The reason
/// lies on the heap, so that a value costs no more than itself and a pointer.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::make_unique<Error>(std::move(error))) {}

  explicit operator bool() const noexcept { return error_ == nullptr; }

  T& value() & {
    require_value();
    return *value_;
  }
  const T& value() const& {
    require_value();
    return *value_;
  }
  T&& value() && {
    require_value();
    return *std::move(value_);
  }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& {
    BATON_ASSERT(error_ != nullptr);
    return *error_;
  }
  Error&& error() && {
    BATON_ASSERT(error_ != nullptr);
    return std::move(*error_);
  }

 private:
  void require_value() const {
    if (error_) [[unlikely]]
      detail::no_value(*error_);
  }

  std::optional<T> value_;
  std::unique_ptr<Error> error_;
};

/// Done, or the reason why not.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::make_unique<Error>(std::move(error))) {}

  explicit operator bool() const noexcept { return error_ == nullptr; }

  void value() const {
    if (error_) [[unlikely]]
      detail::no_value(*error_);
  }

  const Error& error() const& {
    BATON_ASSERT(error_ != nullptr);
    return *error_;
  }
  Error&& error() && {
    BATON_ASSERT(error_ != nullptr);
    return std::move(*error_);
  }

 private:
  std::unique_ptr<Error> error_;
};

using Status = Result<void>;

}  // namespace baton::base
