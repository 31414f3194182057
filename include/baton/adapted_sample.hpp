// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include <baton/adapted_type.hpp>
#include <baton/message_info.hpp>
#include <baton/namespaces.hpp>
#include <baton/object_type.hpp>
#include <baton/sample.hpp>

namespace rclcpp::detail {

/// What a subscription with a type adapter has taken: an object that came by pointer, or a message.
/// Move-only. Thread safety: one thread at a time.
template <class Adapter>
class AdaptedSample {
 public:
  using Custom = typename Adapter::custom_type;
  using Ros = typename Adapter::ros_message_type;

  explicit AdaptedSample(SampleHandle&& handle) : handle_(std::move(handle)) {}

  const MessageInfo& info() const { return handle_.info(); }

  // Each of these is called once. Only the first form of each kind avoids a copy in every case.

  std::shared_ptr<const Custom> share_custom() {
    if (is_object()) return share<Custom>();
    return convert();
  }
  std::unique_ptr<Custom> take_custom() {
    if (!is_object()) return convert();
    if (void* own = handle_.take_over()) return std::unique_ptr<Custom>(static_cast<Custom*>(own));
    return copy_custom(object());
  }
  std::shared_ptr<const Ros> share_ros() {
    if (!is_object()) return share<Ros>();
    return convert_to_ros();
  }
  std::unique_ptr<Ros> take_ros() {
    if (is_object()) return convert_to_ros();
    if (void* own = handle_.take_over()) return std::unique_ptr<Ros>(static_cast<Ros*>(own));
    return std::make_unique<Ros>(message());
  }

 private:
  bool is_object() const { return handle_.size_bytes() == adapted_size_bytes; }
  const Custom& object() const { return *reinterpret_cast<const Custom*>(handle_.data()); }
  const Ros& message() const { return *reinterpret_cast<const Ros*>(handle_.data()); }

  /// The sample is held as long as the pointer.
  template <class T>
  std::shared_ptr<const T> share() {
    auto owner = std::make_shared<SampleHandle>(std::move(handle_));
    const T* const data = reinterpret_cast<const T*>(owner->data());
    return {std::move(owner), data};
  }
  std::unique_ptr<Custom> convert() const {
    auto made = std::make_unique<Custom>();
    Adapter::convert_to_custom(message(), *made);
    return made;
  }
  std::unique_ptr<Ros> convert_to_ros() const {
    auto made = std::make_unique<Ros>();
    Adapter::convert_to_ros_message(object(), *made);
    return made;
  }

  SampleHandle handle_;
};

}  // namespace rclcpp::detail
