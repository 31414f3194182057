// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>

#include <baton/executors/single_threaded_executor.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp::executors {

/// Runs callbacks in an event loop that the program has already, of asyncio, Qt or libuv: the loop
/// watches descriptor(), and nothing polls. Not in rclcpp.
///
/// ```cpp
/// baton::executors::HostedExecutor executor;
/// executor.add_node(node);
/// pollfd watched{executor.descriptor(), POLLIN, 0};
/// while (baton::ok()) {
///   const auto until_timer = executor.run_ready();
///   const auto left = std::chrono::ceil<std::chrono::milliseconds>(until_timer);
///   poll(&watched, 1, until_timer < 0ns ? -1 : static_cast<int>(left.count()));
/// }
/// ```
///
/// Thread safety: run_ready() by one thread at a time, and not while another member spins; the rest
/// as for Executor.
class BATON_PUBLIC HostedExecutor : public SingleThreadedExecutor {
 public:
  using SharedPtr = std::shared_ptr<HostedExecutor>;

  explicit HostedExecutor(const ExecutorOptions& options = ExecutorOptions())
      : SingleThreadedExecutor(options) {}
  ~HostedExecutor() override;

  /// Readable when run_ready() has work to do. Only to be watched: run_ready() reads it. Closed
  /// with the executor.
  int descriptor() const;
  /// Runs one callback of everything that is ready, then arms the descriptor. Returns after how
  /// long it has to be called again although the descriptor was not readable, for a timer: 0: at
  /// once, as more is ready; negative: never. What a callback throws comes out of it; call it again
  /// then.
  std::chrono::nanoseconds run_ready();

 private:
  bool armed_ = false;  // of the thread that calls run_ready()
};

}  // namespace rclcpp::executors
