// SPDX-License-Identifier: Apache-2.0
// Negative builds: BATON_WEAKEN names one half of an ordering pair that this build leaves out, so
// that the stress tests can show that they would notice. Every ordinary build has `none`.
#pragma once

namespace baton::shm {

enum class Weaken {
  none,
  unlink_before_pins,  // [unlink/pin], publisher: the pins are read before the slot is emptied
  validate_after_pin,  // [unlink/pin], subscriber: the slot is not looked at again after pinning
  head_before_armed,  // [head/armed], publisher: the armed word is read before the message is there
  recheck_after_arming,  // [head/armed], sleeper: the heads are not looked at again after arming
};

#ifdef BATON_WEAKEN
inline constexpr Weaken weakened = Weaken::BATON_WEAKEN;
#else
inline constexpr Weaken weakened = Weaken::none;
#endif

}  // namespace baton::shm
