// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executors/single_threaded_executor.hpp>
#include <baton/namespaces.hpp>

namespace rclcpp::executors {

/// The same as the SingleThreadedExecutor, which is driven by events already: entities of this
/// process announce when they are ready, and idle ones cost nothing. For code that uses this name.
class EventsExecutor : public SingleThreadedExecutor {
 public:
  using SharedPtr = std::shared_ptr<EventsExecutor>;
  using UniquePtr = std::unique_ptr<EventsExecutor>;
  using WeakPtr = std::weak_ptr<EventsExecutor>;
  using SingleThreadedExecutor::SingleThreadedExecutor;
};

}  // namespace rclcpp::executors

namespace rclcpp::experimental::executors {
using baton::executors::EventsExecutor;
}
