// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <memory>
#include <utility>

namespace rclcpp::message_memory_strategy {

/// Any MessageMemoryStrategy. Not in rclcpp.
class AnyMessageMemoryStrategy {
 public:
  virtual ~AnyMessageMemoryStrategy() = default;
};

/// For code of rclcpp: a message is read where its publisher wrote it, so a subscription has no
/// memory of messages to choose. One that is given is not used.
template <class M, class Allocator = std::allocator<void>>
class MessageMemoryStrategy : public AnyMessageMemoryStrategy {
 public:
  using SharedPtr = std::shared_ptr<MessageMemoryStrategy>;
  MessageMemoryStrategy() = default;
  explicit MessageMemoryStrategy(const std::shared_ptr<Allocator>& /* allocator */) {}
  static SharedPtr create_default() { return std::make_shared<MessageMemoryStrategy>(); }
};

}  // namespace rclcpp::message_memory_strategy

namespace rclcpp::memory_strategy {

/// For code of rclcpp: executors here collect nothing anew, so there is no memory of theirs to
/// choose. One that is given is kept, and not used; the executor says so once.
class MemoryStrategy {
 public:
  using SharedPtr = std::shared_ptr<MemoryStrategy>;
  using WeakPtr = std::weak_ptr<MemoryStrategy>;
  virtual ~MemoryStrategy() = default;
};

}  // namespace rclcpp::memory_strategy

namespace rclcpp::memory_strategies {

/// None.
inline memory_strategy::MemoryStrategy::SharedPtr create_default_strategy() { return nullptr; }

namespace allocator_memory_strategy {
template <class Allocator = std::allocator<void>>
class AllocatorMemoryStrategy : public memory_strategy::MemoryStrategy {
 public:
  using SharedPtr = std::shared_ptr<AllocatorMemoryStrategy>;
  AllocatorMemoryStrategy() = default;
  explicit AllocatorMemoryStrategy(std::shared_ptr<Allocator> allocator)
      : allocator_(std::move(allocator)) {}

 private:
  std::shared_ptr<Allocator> allocator_;
};
}  // namespace allocator_memory_strategy

}  // namespace rclcpp::memory_strategies
