// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <baton/msg/type_support.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace baton::transport {
class LoanOwner;
}  // namespace baton::transport

namespace rclcpp {

/// Memory of a publisher's pool that is being filled. Move-only. If the handle is destroyed before
/// the message is published, the message is destroyed and the memory given back.
/// May outlive its publisher. Thread safety: one thread at a time.
class BATON_PUBLIC LoanHandle {
 public:
  LoanHandle() = default;
  LoanHandle(transport::LoanOwner& owner, std::byte* data, std::uint64_t token)
      : owner_(&owner), data_(data), token_(token) {}
  LoanHandle(LoanHandle&& other) noexcept
      : owner_(other.owner_), data_(std::exchange(other.data_, nullptr)), token_(other.token_) {}
  LoanHandle& operator=(LoanHandle&& other) noexcept {
    if (this != &other) {
      discard();
      owner_ = other.owner_;
      data_ = std::exchange(other.data_, nullptr);
      token_ = other.token_;
    }
    return *this;
  }
  ~LoanHandle() { discard(); }

  std::byte* data() const { return data_; }
  std::uint64_t token() const { return token_; }
  /// Null if the handle holds no loan any more.
  const transport::LoanOwner* owner() const { return data_ != nullptr ? owner_ : nullptr; }
  /// Gives the loan back.
  void discard() noexcept {
    if (data_ != nullptr) give_back();
  }
  /// Lets another owner have the loan's memory.
  void forget() noexcept { data_ = nullptr; }

 private:
  void give_back() noexcept;

  transport::LoanOwner* owner_ = nullptr;  // valid while data_ is not null
  std::byte* data_ = nullptr;
  std::uint64_t token_ = 0;
};

/// A message that lies in the publisher's pool already: publishing it moves no byte. As in rclcpp.
///
/// ```cpp
/// auto cloud = publisher->borrow_loaned_message();
/// cloud->header.frame_id = "lidar";
/// cloud->data.resize_uninitialized(size_bytes);  // in the loan; resize() would clear it
/// if (!lidar.fill(cloud->data)) return;          // unpublished: the memory is given back
/// publisher->publish(std::move(cloud));
/// ```
///
/// A generated message starts as its constructor leaves it. Initialising 4 MB costs more than
/// handing them over, so a message above 4 KiB, and every plain C++ type, starts uninitialised,
/// except for defaults, strings and sequences. Strings and sequences grow in the pool, too, so no
/// size needs to be known.
///
/// Move-only, for one thread at a time. A loan may outlive its publisher; unpublished it gives its
/// memory back at its end.
template <class M, class Allocator = std::allocator<void>>
class LoanedMessage {
 public:
  /// As in rclcpp: `publisher.borrow_loaned_message()`, whatever the allocator. Deprecated there.
  template <class Publisher, class = decltype(std::declval<Publisher&>().borrow_loaned_message())>
  explicit LoanedMessage(Publisher& publisher, const Allocator& /* allocator */ = Allocator())
      : LoanedMessage(publisher.borrow_loaned_message()) {}
  template <class Publisher>
  explicit LoanedMessage(Publisher* publisher, const Allocator& allocator = Allocator())
      : LoanedMessage(*publisher, allocator) {}
  explicit LoanedMessage(LoanHandle&& handle) : handle_(std::move(handle)) {
    if (handle_.data() != nullptr) begin(handle_.data());
  }
  /// Without a loan: memory on the heap, which publishing copies.
  explicit LoanedMessage(std::unique_ptr<M> own) : own_(std::move(own)) {}

  /// False after the message was published, released or moved from.
  bool is_valid() const { return own_ != nullptr || handle_.data() != nullptr; }
  M& get() const { return own_ ? *own_ : *reinterpret_cast<M*>(handle_.data()); }
  M* operator->() const { return &get(); }
  M& operator*() const { return get(); }
  /// Hands the message over to a pointer, which gives it back, unpublished, at its end.
  std::unique_ptr<M, std::function<void(M*)>> release() {
    if (own_) return {own_.release(), [](M* message) { delete message; }};
    M* const message = reinterpret_cast<M*>(handle_.data());
    auto handle = std::make_shared<LoanHandle>(std::move(handle_));
    return {message, [handle = std::move(handle)](M*) { handle->discard(); }};
  }

  // Used by publishers.
  LoanHandle& handle() { return handle_; }
  std::unique_ptr<M> take_own() { return std::move(own_); }

 private:
  static void begin(void* memory) {
    if constexpr (std::is_constructible_v<M, msg::MessageInitialization>) {
      constexpr std::size_t most_initialised_bytes = 4096;
      ::new (memory)
          M(sizeof(M) <= most_initialised_bytes ? msg::MessageInitialization::all
                                                : msg::MessageInitialization::defaults_only);
    } else {
      ::new (memory) M;
    }
  }

  LoanHandle handle_;
  std::unique_ptr<M> own_;
};

}  // namespace rclcpp
