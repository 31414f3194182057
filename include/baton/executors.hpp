// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>

#include <baton/context.hpp>
#include <baton/subscription.hpp>
#include <baton/visibility.hpp>

namespace baton {

struct ExecutorOptions {
  /// Polls this long before it sleeps: trades a core for the price of a wake-up.
  std::chrono::nanoseconds spin{0};
};

namespace executors {

/// Calls the callbacks of its subscriptions in the thread that spins, one message of each in turn.
///
/// Subscriptions are held weakly: one that its owner drops is forgotten. What a callback throws comes
/// out of spin. Thread safety: one spinning thread; the rest from any thread, callbacks included.
class BATON_PUBLIC SingleThreadedExecutor {
 public:
  /// Throws exceptions::Error when the context has 64 executors and wait sets already.
  explicit SingleThreadedExecutor(Context& context, const ExecutorOptions& options = {});
  ~SingleThreadedExecutor();
  SingleThreadedExecutor(const SingleThreadedExecutor&) = delete;
  SingleThreadedExecutor& operator=(const SingleThreadedExecutor&) = delete;

  /// A subscription is in one executor or wait set at a time.
  void add_subscription(const SubscriptionBase::SharedPtr& subscription);
  void remove_subscription(const SubscriptionBase::SharedPtr& subscription);

  /// Until cancel() or the context's shutdown.
  void spin();
  /// Waits for a message (negative: for ever) and handles one of each subscription that has one.
  /// False when the time was over or it was cancelled.
  bool spin_once(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  /// Handles what is there and returns.
  void spin_some();
  /// Ends the current spin, or the next one. Also from a signal handler.
  void cancel() noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace executors
}  // namespace baton
