// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>

#include <baton/executor.hpp>
#include <baton/namespaces.hpp>

namespace baton::client {
class LeaderFollowers;
}

namespace rclcpp::executors {

/// Runs callbacks in several threads. Callbacks of a mutually exclusive group run one after the
/// other. An exception of a callback ends the spin, which throws it.
class BATON_PUBLIC MultiThreadedExecutor : public Executor {
 public:
  using SharedPtr = std::shared_ptr<MultiThreadedExecutor>;
  using UniquePtr = std::unique_ptr<MultiThreadedExecutor>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<MultiThreadedExecutor>(std::forward<Arguments>(arguments)...);
  }
  using WeakPtr = std::weak_ptr<MultiThreadedExecutor>;

  /// `number_of_threads` counts the spinning thread; 0: as many as the machine has cores, but at
  /// least 2. `yield_before_execute` lets other threads run before each callback. `timeout` limits
  /// a single wait for work, and ends nothing.
  explicit MultiThreadedExecutor(const ExecutorOptions& options = ExecutorOptions(),
                                 std::size_t number_of_threads = 0,
                                 bool yield_before_execute = false,
                                 std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));

  ~MultiThreadedExecutor() override;

  void spin() override;
  /// Whether a callback of one of the node's groups is running, or about to. Once false, this stays
  /// false for a removed node: then the node can be destroyed.
  bool runs_callbacks_of(const node_interfaces::NodeBaseInterface& node);
  std::size_t get_number_of_threads() const { return number_of_threads_; }

 private:
  const std::size_t number_of_threads_;
  const std::chrono::nanoseconds timeout_;
  const std::unique_ptr<client::LeaderFollowers> threads_;
};

}  // namespace rclcpp::executors
