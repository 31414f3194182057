// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <baton/message_info.hpp>
#include <baton/visibility.hpp>

namespace baton {

namespace transport {
class SampleOwner;
}

/// A received message as bytes: valid and unchanging as long as this lives. Move-only.
/// Thread safety: one thread at a time; it may be let go in any thread, also after its subscription.
class BATON_PUBLIC SampleHandle {
 public:
  SampleHandle() = default;
  SampleHandle(const std::byte* data, std::size_t size_bytes, const MessageInfo& info,
               std::shared_ptr<transport::SampleOwner> owner, std::uint64_t token)
      : data_(data),
        size_bytes_(size_bytes),
        info_(info),
        owner_(std::move(owner)),
        token_(token) {}
  SampleHandle(SampleHandle&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_bytes_(other.size_bytes_),
        info_(other.info_),
        owner_(std::move(other.owner_)),
        token_(other.token_) {}
  SampleHandle& operator=(SampleHandle&& other) noexcept {
    if (this != &other) {
      release();
      data_ = std::exchange(other.data_, nullptr);
      size_bytes_ = other.size_bytes_;
      info_ = other.info_;
      owner_ = std::move(other.owner_);
      token_ = other.token_;
    }
    return *this;
  }
  ~SampleHandle() { release(); }

  const std::byte* data() const { return data_; }
  std::size_t size_bytes() const { return size_bytes_; }
  const MessageInfo& info() const { return info_; }
  void release() noexcept {
    if (data_ != nullptr) let_go();
  }
  /// The message as the caller's alone, to change and to `delete`, if it came by pointer and nobody
  /// else has it: then this is empty. Otherwise nullptr.
  void* take_over() noexcept;

 private:
  void let_go() noexcept;

  const std::byte* data_ = nullptr;
  std::size_t size_bytes_ = 0;
  MessageInfo info_;
  std::shared_ptr<transport::SampleOwner> owner_;
  std::uint64_t token_ = 0;
};

/// A received message, read where its publisher wrote it. It does not change while it is held; the
/// publisher cannot reuse the memory until it is let go.
template <class M>
class Sample {
 public:
  explicit Sample(SampleHandle&& handle) : handle_(std::move(handle)) {}

  const M& get() const { return *reinterpret_cast<const M*>(handle_.data()); }
  const M* operator->() const { return &get(); }
  const M& operator*() const { return get(); }
  const MessageInfo& info() const { return handle_.info(); }
  /// The message to keep and to change: handed over if it came by pointer and this is its last owner,
  /// else a copy. The sample is empty afterwards.
  std::unique_ptr<M> take_unique() {
    if (void* own = handle_.take_over()) return std::unique_ptr<M>(static_cast<M*>(own));
    auto copy = std::make_unique<M>(get());
    handle_.release();
    return copy;
  }

 private:
  SampleHandle handle_;
};

}  // namespace baton
