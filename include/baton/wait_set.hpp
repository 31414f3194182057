// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include <baton/context.hpp>
#include <baton/subscription.hpp>
#include <baton/visibility.hpp>

namespace baton {

enum class WaitResultKind { Ready, Timeout };

/// Waits until a subscription has a message; the caller takes. For loops of one's own.
///
/// A subscription is in one executor or wait set at a time. Thread safety: wait() by one thread at a
/// time, the rest from any.
class BATON_PUBLIC WaitSet {
 public:
  /// Throws exceptions::Error when the context has 64 executors and wait sets already.
  explicit WaitSet(Context& context);
  ~WaitSet();
  WaitSet(const WaitSet&) = delete;
  WaitSet& operator=(const WaitSet&) = delete;

  void add_subscription(const SubscriptionBase::SharedPtr& subscription);
  void remove_subscription(const SubscriptionBase::SharedPtr& subscription);

  /// Sleeps until something is ready, notify() is called, or the time is over (negative: never).
  /// Polls for `spin` before it sleeps. Ready also after notify() and when the context shuts down.
  WaitResultKind wait(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1),
                      std::chrono::nanoseconds spin = std::chrono::nanoseconds(0));
  /// Ends the current wait, or the next one. Also from a signal handler.
  void notify() noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace baton
