// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

class SubscriptionBase;
template <class M>
class Sample;

namespace detail {

/// What a callback that may change its messages has had copied: the callback and its subscription
/// share it. Thread safety: all members.
class BATON_PUBLIC MessageCopies {
 public:
  enum class Form : std::uint8_t { unique_ptr, shared_ptr };
  explicit MessageCopies(Form form) : form_(form) {}

  /// Counts one, and says so once. `why` is null where a copy costs no more than anything else.
  void note(std::size_t size_bytes, const char* why) noexcept;
  /// Whether messages could do without a copy.
  bool are_avoidable() const noexcept { return form_ == Form::shared_ptr; }
  std::uint64_t count() const noexcept {
    return count_.load(std::memory_order_relaxed);  // a figure
  }

 private:
  friend class rclcpp::SubscriptionBase;
  void tell(std::size_t size_bytes, const char* why) const;

  const Form form_;
  // Set by the subscription before there is a message.
  std::string topic_{};
  std::string logger_name_{};
  std::atomic<std::uint64_t> count_{0};
  std::atomic<bool> told_{false};  // one thread tells; nothing is ordered by it
};

/// A subscription's callback in the form that all forms are adapted to.
template <class M>
class AdaptedCallback {
 public:
  /// A callback that changes no message.
  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, AdaptedCallback> &&
                                              std::is_invocable_v<std::decay_t<F>&, Sample<M>&&>>>
  AdaptedCallback(F&& call) : call_(std::forward<F>(call)) {}
  AdaptedCallback(std::function<void(Sample<M>&&)> call, std::shared_ptr<MessageCopies> copies)
      : call_(std::move(call)), copies_(std::move(copies)) {}

  void operator()(Sample<M>&& sample) const { call_(std::move(sample)); }
  /// Null: the callback changes no message.
  const std::shared_ptr<MessageCopies>& copies() const { return copies_; }

 private:
  std::function<void(Sample<M>&&)> call_;
  std::shared_ptr<MessageCopies> copies_;
};

}  // namespace detail
}  // namespace rclcpp
