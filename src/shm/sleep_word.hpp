// SPDX-License-Identifier: Apache-2.0
// The sleeper's half of waking: an epoch in shared memory that only it writes. Odd = asleep or
// about to be; every sleep is a new epoch, so that a publisher can tell whether it rang for this
// one.
//
// Thread safety: one sleeping thread; publishers only read the word.
// If the sleeper dies with the word odd, publishers ring a bell that no thread reads.
#pragma once

#include "base/fence.hpp"
#include "shm/layout.hpp"
#include "shm/weaken.hpp"

namespace baton::shm {

class SleepWord {
 public:
  explicit SleepWord(ExecutorWord& word)
      // The next epoch goes on from whatever the word said: a publisher may remember it.
      : word_(word), epoch_(word.armed.load(std::memory_order_relaxed)) {
    disarm();
  }

  /// [head/armed] sleeper: arms, and only then looks for data (`ready`). True: block in the eventfd
  /// now; false: there is data, the word is disarmed again.
  template <class Ready>
  bool arm_unless(Ready&& ready) {
    if constexpr (weakened == Weaken::recheck_after_arming) {
      if (ready()) return false;
    }
    epoch_ += 1 + (epoch_ & 1);  // odd, and different from the last epoch
    word_.armed.store(epoch_, std::memory_order_relaxed);
    base::full_fence();  // [head/armed] sleeper: the armed word before the look at the heads
    if constexpr (weakened != Weaken::recheck_after_arming) {
      if (ready()) {
        disarm();
        return false;
      }
    }
    return true;
  }

  /// After waking. Relaxed: a publisher that still sees the odd epoch rings once too often.
  void disarm() {
    if ((epoch_ & 1) == 0) return;
    epoch_ += 1;
    word_.armed.store(epoch_, std::memory_order_relaxed);
  }

 private:
  ExecutorWord& word_;
  std::uint64_t epoch_;
};

}  // namespace baton::shm
