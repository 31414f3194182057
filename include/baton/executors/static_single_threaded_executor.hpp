// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include <baton/executors/single_threaded_executor.hpp>
#include <baton/namespaces.hpp>

namespace rclcpp::executors {

/// The same as the SingleThreadedExecutor, which never collects entities anew either: here entities
/// attach themselves. For code that uses this name.
class StaticSingleThreadedExecutor : public SingleThreadedExecutor {
 public:
  using SharedPtr = std::shared_ptr<StaticSingleThreadedExecutor>;
  using UniquePtr = std::unique_ptr<StaticSingleThreadedExecutor>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<StaticSingleThreadedExecutor>(std::forward<Arguments>(arguments)...);
  }
  using WeakPtr = std::weak_ptr<StaticSingleThreadedExecutor>;
  using SingleThreadedExecutor::SingleThreadedExecutor;
};

}  // namespace rclcpp::executors
