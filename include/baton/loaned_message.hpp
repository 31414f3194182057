// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include <baton/visibility.hpp>

namespace baton {

namespace transport {
class PublisherPort;
}

/// Memory of a publisher's pool that is being filled. Move-only; given back when it goes unpublished.
/// Keeps its publisher's port alive. Thread safety: one thread at a time.
class BATON_PUBLIC LoanHandle {
 public:
  LoanHandle() = default;
  LoanHandle(std::shared_ptr<transport::PublisherPort> port, std::byte* data, std::uint64_t token)
      : port_(std::move(port)), data_(data), token_(token) {}
  LoanHandle(LoanHandle&& other) noexcept
      : port_(std::move(other.port_)),
        data_(std::exchange(other.data_, nullptr)),
        token_(other.token_) {}
  LoanHandle& operator=(LoanHandle&& other) noexcept {
    if (this != &other) {
      discard();
      port_ = std::move(other.port_);
      data_ = std::exchange(other.data_, nullptr);
      token_ = other.token_;
    }
    return *this;
  }
  ~LoanHandle() { discard(); }

  std::byte* data() const { return data_; }
  std::uint64_t token() const { return token_; }
  const std::shared_ptr<transport::PublisherPort>& port() const { return port_; }
  /// Gives it back.
  void discard() noexcept {
    if (data_ != nullptr) give_back();
  }
  /// Forgets it: somebody else has it now.
  void forget() noexcept {
    port_.reset();
    data_ = nullptr;
  }

 private:
  void give_back() noexcept;

  std::shared_ptr<transport::PublisherPort> port_;
  std::byte* data_ = nullptr;
  std::uint64_t token_ = 0;
};

/// A message that lies in the publisher's pool already: publishing it moves no byte. As in rclcpp.
///
/// The contents start uninitialised, because initialising 4 MB costs more than handing them over.
template <class M>
class LoanedMessage {
 public:
  explicit LoanedMessage(LoanHandle handle)
      : handle_(std::move(handle)),
        message_(handle_.data() ? ::new (static_cast<void*>(handle_.data())) M : nullptr) {}

  /// False after it was published, released or moved from.
  bool is_valid() const { return handle_.data() != nullptr; }
  M& get() const { return *message_; }
  M* operator->() const { return message_; }
  M& operator*() const { return *message_; }
  /// Gives the memory back without publishing.
  void release() { handle_.discard(); }

  LoanHandle& handle() { return handle_; }

 private:
  LoanHandle handle_;
  M* message_;
};

}  // namespace baton
