// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <baton/ros_c/rcutils_uint8_array.h>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// An allocator of malloc() and its kin.
BATON_PUBLIC rcutils_allocator_t heap_allocator();

/// A message as bytes: CDR with its four bytes of encapsulation, as ROS 2 stores and sends it.
/// A value type; not thread-safe.
class BATON_PUBLIC SerializedMessage {
 public:
  SerializedMessage() : SerializedMessage(0, heap_allocator()) {}
  explicit SerializedMessage(const rcutils_allocator_t& allocator)
      : SerializedMessage(0, allocator) {}
  explicit SerializedMessage(std::size_t initial_capacity_bytes)
      : SerializedMessage(initial_capacity_bytes, heap_allocator()) {}
  /// Throws exceptions::RCLInvalidArgument for an allocator that lacks a function, and
  /// std::bad_alloc.
  SerializedMessage(std::size_t initial_capacity_bytes, const rcutils_allocator_t& allocator);
  /// A copy has the allocator of what it is made of.
  SerializedMessage(const SerializedMessage& other);
  explicit SerializedMessage(const rcl_serialized_message_t& other);
  SerializedMessage(SerializedMessage&& other) noexcept;
  /// Takes the memory over.
  explicit SerializedMessage(rcl_serialized_message_t&& other) noexcept;
  SerializedMessage& operator=(const SerializedMessage& other);
  SerializedMessage& operator=(const rcl_serialized_message_t& other);
  SerializedMessage& operator=(SerializedMessage&& other) noexcept;
  /// Takes the memory over.
  SerializedMessage& operator=(rcl_serialized_message_t&& other) noexcept;
  virtual ~SerializedMessage();

  /// `buffer`, `buffer_length` and `buffer_capacity` may be written; the memory is this object's.
  rcl_serialized_message_t& get_rcl_serialized_message() { return message_; }
  const rcl_serialized_message_t& get_rcl_serialized_message() const { return message_; }
  std::size_t size() const { return message_.buffer_length; }
  std::size_t capacity() const { return message_.buffer_capacity; }
  /// Keeps the bytes. Throws std::bad_alloc.
  void reserve(std::size_t capacity_bytes);
  /// Hands the memory over to the caller, which frees it with its allocator; this object is empty
  /// then.
  rcl_serialized_message_t release_rcl_serialized_message();

 private:
  void free_memory() noexcept;

  rcl_serialized_message_t message_{};
};

}  // namespace rclcpp
