// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executors/single_threaded_executor.hpp>
#include <baton/namespaces.hpp>

namespace rclcpp::executors {

/// The same as the SingleThreadedExecutor, which never collects entities anew either: here entities
/// attach themselves. For code that uses this name.
class StaticSingleThreadedExecutor : public SingleThreadedExecutor {
 public:
  using SharedPtr = std::shared_ptr<StaticSingleThreadedExecutor>;
  using UniquePtr = std::unique_ptr<StaticSingleThreadedExecutor>;
  using WeakPtr = std::weak_ptr<StaticSingleThreadedExecutor>;
  using SingleThreadedExecutor::SingleThreadedExecutor;
};

}  // namespace rclcpp::executors
