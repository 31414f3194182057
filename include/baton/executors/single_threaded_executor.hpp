// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include <baton/executor.hpp>
#include <baton/namespaces.hpp>

namespace rclcpp::executors {

/// Runs all callbacks in the thread that spins.
class BATON_PUBLIC SingleThreadedExecutor : public Executor {
 public:
  using SharedPtr = std::shared_ptr<SingleThreadedExecutor>;
  using UniquePtr = std::unique_ptr<SingleThreadedExecutor>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<SingleThreadedExecutor>(std::forward<Arguments>(arguments)...);
  }
  using WeakPtr = std::weak_ptr<SingleThreadedExecutor>;

  explicit SingleThreadedExecutor(const ExecutorOptions& options = ExecutorOptions())
      : Executor(options) {}
  /// Not in rclcpp.
  explicit SingleThreadedExecutor(Context& context,
                                  std::chrono::nanoseconds spin = std::chrono::nanoseconds(0));
};

}  // namespace rclcpp::executors
