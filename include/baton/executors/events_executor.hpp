// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <utility>

#include <baton/executors/single_threaded_executor.hpp>
#include <baton/namespaces.hpp>

namespace rclcpp::executors {

/// The same as the SingleThreadedExecutor, which is driven by events already: entities of this
/// process announce when they are ready, and idle ones cost nothing. For code that uses this name.
class EventsExecutor : public SingleThreadedExecutor {
 public:
  using SharedPtr = std::shared_ptr<EventsExecutor>;
  using UniquePtr = std::unique_ptr<EventsExecutor>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<EventsExecutor>(std::forward<Arguments>(arguments)...);
  }
  using WeakPtr = std::weak_ptr<EventsExecutor>;
  using SingleThreadedExecutor::SingleThreadedExecutor;

  /// As in rclcpp it throws std::invalid_argument for 0, too: this executor has no end of what is
  /// ready.
  void spin_all(std::chrono::nanoseconds max_duration) override {
    if (max_duration.count() <= 0) {
      throw std::invalid_argument("max_duration must be positive");
    }
    SingleThreadedExecutor::spin_all(max_duration);
  }
};

}  // namespace rclcpp::executors

namespace rclcpp::experimental::executors {
using baton::executors::EventsExecutor;
}
