// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <baton/message_info.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace baton::transport {
class SampleOwner;

/// A delivered message: valid and unchanging until `owner->release(token)`. Without data there is
/// no message.
struct Sample {
  const std::byte* data = nullptr;
  std::size_t size_bytes = 0;
  MessageInfo info;
  SampleOwner* owner = nullptr;
  std::uint64_t token = 0;
};
}  // namespace baton::transport

namespace rclcpp {

/// Smaller messages are copied for a callback that may change them, which is cheaper
/// (docs/decisions/0019).
inline constexpr std::size_t smallest_private_bytes = std::size_t{64} << 10;

/// A received message as bytes: valid and unchanging as long as this lives. Move-only.
/// Thread safety: one thread at a time; any thread may release it, also after its subscription.
class BATON_PUBLIC SampleHandle {
 public:
  SampleHandle() = default;
  SampleHandle(SampleHandle&& other) noexcept : sample_(other.sample_) {
    other.sample_.data = nullptr;
  }
  SampleHandle& operator=(SampleHandle&& other) noexcept {
    if (this != &other) {
      release();
      sample_ = other.sample_;
      other.sample_.data = nullptr;
    }
    return *this;
  }
  ~SampleHandle() { release(); }

  const std::byte* data() const { return sample_.data; }
  std::size_t size_bytes() const { return sample_.size_bytes; }
  const MessageInfo& info() const { return sample_.info; }
  void release() noexcept {
    if (sample_.data != nullptr) let_go();
  }
  /// Hands the message over to the caller, to change and to `delete`, if it came by pointer and
  /// this handle is its only holder. Then the handle is empty. Otherwise returns nullptr.
  void* take_over() noexcept;
  /// True: the message is the caller's alone, to change until it is released; data() may be another
  /// then. Call it before data() is handed on. Otherwise `why_not` says why the caller has to copy;
  /// null: because that costs no more.
  bool make_private(const char*& why_not) noexcept;

  // Used by the subscription: releases the sample, and returns the place for the next one.
  transport::Sample& emptied() noexcept {
    release();
    return sample_;
  }

 private:
  void let_go() noexcept;

  transport::Sample sample_;
};

namespace detail {
class MessageCopies;
/// Counts a copy; `copies` may be null.
BATON_PUBLIC void note_copy(MessageCopies* copies, std::size_t size_bytes,
                            const char* why) noexcept;
}  // namespace detail

template <class M, class Allocator, class Enable>
class Subscription;

/// A received message, read where its publisher wrote it. It does not change while it is held; the
/// publisher cannot reuse the memory until it is released.
template <class M>
class Sample {
 public:
  explicit Sample(SampleHandle&& handle) : handle_(std::move(handle)) {}

  const M& get() const { return *reinterpret_cast<const M*>(handle_.data()); }
  const M* operator->() const { return &get(); }
  const M& operator*() const { return get(); }
  const MessageInfo& info() const { return handle_.info(); }
  /// A message that the caller may keep and change: handed over if it came by pointer and this
  /// sample is its last holder, otherwise a copy. The sample is empty afterwards.
  std::unique_ptr<M> take_unique(detail::MessageCopies* copies = nullptr) {
    if (void* own = handle_.take_over()) return std::unique_ptr<M>(static_cast<M*>(own));
    detail::note_copy(copies, handle_.size_bytes(),
                      handle_.size_bytes() < smallest_private_bytes
                          ? nullptr
                          : "a std::unique_ptr<M> owns memory of the heap");
    auto copy = std::make_unique<M>(get());
    handle_.release();
    return copy;
  }
  /// A message that the caller may keep and change, without a copy also where it lies in another
  /// process's memory: a page that is written becomes this process's own, and what grows goes to
  /// the heap. The publisher and other subscriptions see nothing of that. A copy if the message is
  /// small, or cannot be had otherwise. The sample is empty afterwards.
  std::shared_ptr<M> take_shared(detail::MessageCopies* copies = nullptr) {
    if (void* own = handle_.take_over()) return std::shared_ptr<M>(static_cast<M*>(own));
    const char* why_not = nullptr;
    if (handle_.make_private(why_not)) {
      const auto owner = std::make_shared<SampleHandle>(std::move(handle_));
      void* const message = const_cast<std::byte*>(owner->data());
      return std::shared_ptr<M>(owner, static_cast<M*>(message));
    }
    detail::note_copy(copies, handle_.size_bytes(), why_not);
    auto copy = std::make_shared<M>(get());
    handle_.release();
    return copy;
  }

 private:
  template <class Message, class Allocator, class Enable>
  friend class Subscription;

  SampleHandle handle_;
};

}  // namespace rclcpp
