// SPDX-License-Identifier: Apache-2.0
// A context's shutdown ends the sleeps that were begun with it.
#pragma once

#include <functional>
#include <memory>

#include <baton/context.hpp>

#include "client/time/sleep.hpp"

namespace baton::client {

class ContextInterrupter : public SleepInterrupter {
 public:
  /// Throws std::runtime_error for no context and for one that init() was not called on.
  explicit ContextInterrupter(std::shared_ptr<Context> context);

  bool interrupted() const noexcept override { return !context_->is_valid(); }
  std::shared_ptr<void> on_interrupt(std::function<void()> wake) override;

 private:
  const std::shared_ptr<Context> context_;
};

/// The interrupter of the default context. Null where init() was never called: there is no shutdown
/// to wait for.
std::unique_ptr<SleepInterrupter> default_interrupter();

}  // namespace baton::client
