// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <type_traits>

#include <rclcpp/detail/namespace.hpp>

namespace rclcpp::allocator {

/// Ends an object with the allocator that made its memory. The allocator stays the caller's.
template <class Allocator>
class AllocatorDeleter {
  template <class T>
  using Rebound = typename std::allocator_traits<Allocator>::template rebind_alloc<T>;

 public:
  AllocatorDeleter() = default;
  explicit AllocatorDeleter(Allocator* allocator) : allocator_(allocator) {}
  template <class T>
  AllocatorDeleter(  // NOLINT(google-explicit-constructor): of any element type
      const AllocatorDeleter<T>& other)
      : allocator_(other.get_allocator()) {}

  template <class T>
  void operator()(T* pointer) {
    Rebound<T> rebound(*allocator_);
    std::allocator_traits<Rebound<T>>::destroy(rebound, pointer);
    std::allocator_traits<Rebound<T>>::deallocate(rebound, pointer, 1);
  }

  Allocator* get_allocator() const { return allocator_; }
  void set_allocator(Allocator* allocator) { allocator_ = allocator; }

 private:
  Allocator* allocator_ = nullptr;
};

/// Throws std::runtime_error: such a deleter has no allocator.
template <class Allocator, class T, class D>
void set_allocator_for_deleter(D* /* deleter */, Allocator* /* allocator */) {
  throw std::runtime_error("Reached unexpected template specialization");
}
/// Does nothing: the deleter needs no allocator.
template <class T, class U>
void set_allocator_for_deleter(std::default_delete<T>* /* deleter */,
                               std::allocator<U>* /* allocator */) {}
/// Throws std::invalid_argument for a null pointer.
template <class Allocator, class T>
void set_allocator_for_deleter(AllocatorDeleter<T>* deleter, Allocator* allocator) {
  if (deleter == nullptr || allocator == nullptr) {
    throw std::invalid_argument("Argument was NULL to set_allocator_for_deleter");
  }
  deleter->set_allocator(allocator);
}

/// What a std::unique_ptr of such an allocator ends its object with.
template <class Allocator, class T>
using Deleter = std::conditional_t<
    std::is_same_v<typename std::allocator_traits<Allocator>::template rebind_alloc<T>,
                   std::allocator<T>>,
    std::default_delete<T>, AllocatorDeleter<Allocator>>;

}  // namespace rclcpp::allocator
