// SPDX-License-Identifier: Apache-2.0
// Sleeping by a clock, with something that may end it early.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <baton/clock.hpp>

namespace baton::client {

/// What ends sleeps early, for example the shutdown of a context.
class SleepInterrupter {
 public:
  virtual ~SleepInterrupter() = default;

  /// Asked by the sleeping thread, with no lock held.
  virtual bool interrupted() const noexcept = 0;
  /// `wake` is to be called after interrupted() became true, from any thread, until the handle that
  /// is returned is gone. It takes no lock for long and may be called late.
  virtual std::shared_ptr<void> on_interrupt(std::function<void()> wake) = 0;
};

/// As the members of Clock of these names; without `interrupter` nothing else ends them.
bool sleep_until(const Clock& clock, const Time& until, SleepInterrupter* interrupter = nullptr);
bool sleep_for(const Clock& clock, const Duration& duration,
               SleepInterrupter* interrupter = nullptr);
/// Without `timeout` for ever.
bool wait_until_started(const Clock& clock, const std::optional<Duration>& timeout,
                        SleepInterrupter* interrupter = nullptr);

}  // namespace baton::client
