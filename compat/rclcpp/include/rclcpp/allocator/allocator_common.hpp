// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <cstring>
#include <stdexcept>

#include <rcl/allocator.h>
#include <rclcpp/allocator/allocator_deleter.hpp>

namespace rclcpp::allocator {

template <class T, class Allocator>
using AllocRebind = typename std::allocator_traits<Allocator>::template rebind_traits<T>;

// Functions of C over an allocator of C++, which is their last argument. They throw
// std::runtime_error for a null pointer in its place.

template <class Allocator>
Allocator& allocator_behind(void* untyped_allocator) {
  if (untyped_allocator == nullptr) {
    throw std::runtime_error("an allocator is needed: it is a null pointer");
  }
  return *static_cast<Allocator*>(untyped_allocator);
}

template <class Allocator>
void* retyped_allocate(std::size_t size, void* untyped_allocator) {
  return std::allocator_traits<Allocator>::allocate(allocator_behind<Allocator>(untyped_allocator),
                                                    size);
}

template <class Allocator>
void* retyped_zero_allocate(std::size_t number, std::size_t element_size, void* untyped_allocator) {
  const std::size_t size = number * element_size;
  void* const memory = retyped_allocate<Allocator>(size, untyped_allocator);
  if (memory != nullptr) std::memset(memory, 0, size);
  return memory;
}

template <class T, class Allocator>
void retyped_deallocate(void* pointer, void* untyped_allocator) {
  std::allocator_traits<Allocator>::deallocate(allocator_behind<Allocator>(untyped_allocator),
                                               static_cast<T*>(pointer), 1);
}

/// As in ROS, the contents are not kept.
template <class T, class Allocator>
void* retyped_reallocate(void* pointer, std::size_t size, void* untyped_allocator) {
  retyped_deallocate<T, Allocator>(pointer, untyped_allocator);
  return retyped_allocate<Allocator>(size, untyped_allocator);
}

/// The heap, whatever the allocator: nothing in Baton allocates through it.
template <class T, class Allocator>
rcl_allocator_t get_rcl_allocator(Allocator& /* allocator */) {
  return rcl_get_default_allocator();
}

}  // namespace rclcpp::allocator
