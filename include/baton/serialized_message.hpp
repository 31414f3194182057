// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <baton/ros_c/rmw_serialized_message.h>
#include <baton/visibility.hpp>

namespace baton {

/// A message as bytes: CDR with its four bytes of encapsulation, as ROS 2 stores and sends it.
/// A value type; not thread-safe.
class BATON_PUBLIC SerializedMessage {
 public:
  SerializedMessage() : SerializedMessage(0) {}
  explicit SerializedMessage(std::size_t initial_capacity_bytes);
  SerializedMessage(const SerializedMessage& other);
  explicit SerializedMessage(const rcl_serialized_message_t& other);
  SerializedMessage(SerializedMessage&& other) noexcept;
  SerializedMessage& operator=(const SerializedMessage& other);
  SerializedMessage& operator=(SerializedMessage&& other) noexcept;
  ~SerializedMessage();

  /// `buffer`, `buffer_length` and `buffer_capacity` may be written; the memory is this object's.
  rcl_serialized_message_t& get_rcl_serialized_message() { return message_; }
  const rcl_serialized_message_t& get_rcl_serialized_message() const { return message_; }
  std::size_t size() const { return message_.buffer_length; }
  std::size_t capacity() const { return message_.buffer_capacity; }
  /// Keeps the bytes. Throws std::bad_alloc.
  void reserve(std::size_t capacity_bytes);

 private:
  rcl_serialized_message_t message_{};
};

}  // namespace baton
