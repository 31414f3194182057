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

  /// Called by the sleeping thread, with no lock held.
  virtual bool interrupted() const noexcept = 0;
  /// `wake` has to be called after interrupted() became true, from any thread, until the returned
  /// handle is destroyed. `wake` holds no lock for long and may be called late.
  virtual std::shared_ptr<void> on_interrupt(std::function<void()> wake) = 0;
};

/// Like the members of Clock with these names. Without `interrupter` only the clock ends a sleep.
bool sleep_until(const Clock& clock, const Time& until, SleepInterrupter* interrupter = nullptr);
bool sleep_for(const Clock& clock, const Duration& duration,
               SleepInterrupter* interrupter = nullptr);
/// Without `timeout` this waits for ever.
bool wait_until_started(const Clock& clock, const std::optional<Duration>& timeout,
                        SleepInterrupter* interrupter = nullptr);

}  // namespace baton::client
