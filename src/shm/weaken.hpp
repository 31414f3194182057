// SPDX-License-Identifier: Apache-2.0
// Negative builds: BATON_WEAKEN names one half of an ordering pair that this build leaves out, so
// that the stress tests can show that they would notice. Every ordinary build has `none`.
#pragma once

#include <atomic>

namespace baton::shm {

enum class Weaken {
  none,
  unlink_before_pins,  // [unlink/pin], publisher: the pins are read before the slot is emptied
  validate_after_pin,  // [unlink/pin], subscriber: the slot is not looked at again after pinning
  head_before_armed,  // [head/armed], publisher: the armed word is read before the message is there
  log_before_head,    // [log/count], publisher: the publication is noted before it is there
  recheck_after_arming,  // [head/armed], sleeper: the heads are not looked at again after arming
  // The orders of single loads and stores. x86 keeps them whatever is asked for: only a processor
  // with a weaker memory, ARM64, can show that they are needed.
  slot_relaxed,         // [ring/slot], publisher: the message may come after its slot
  head_relaxed,         // [ring/head], publisher: the slot may come after its head
  unpin_relaxed,        // [release/reuse], subscriber: the last look may come after the pin is gone
  reuse_relaxed,        // [release/reuse], publisher: the next message may come before that
  log_relaxed,          // [log/count], publisher: the head may come after its entry in the log
  second_look_acquire,  // [unlink/pin], subscriber: the second look may come before the pin
};

#ifdef BATON_WEAKEN
inline constexpr Weaken weakened = Weaken::BATON_WEAKEN;
#else
inline constexpr Weaken weakened = Weaken::none;
#endif

/// The order of an atomic operation, or another one where this build leaves the first out.
template <Weaken left_out, std::memory_order order,
          std::memory_order instead = std::memory_order_relaxed>
inline constexpr std::memory_order order_unless = weakened == left_out ? instead : order;

}  // namespace baton::shm
