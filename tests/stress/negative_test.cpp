// SPDX-License-Identifier: Apache-2.0
// Built once for each half of an ordering pair with that half left out (BATON_WEAKEN), and once
// with nothing left out: the stress must notice the former and pass the latter.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include "negative_tuning.hpp"
#include "shm/weaken.hpp"
#include "stress_duration.hpp"

namespace baton::stress {
namespace {

using shm::Weaken;

std::string name_of(Weaken weaken) {
  switch (weaken) {
    case Weaken::none:
      return "nothing";
    case Weaken::unlink_before_pins:
      return "unlink_before_pins";
    case Weaken::validate_after_pin:
      return "validate_after_pin";
    case Weaken::head_before_armed:
      return "head_before_armed";
    case Weaken::log_before_head:
      return "log_before_head";
    case Weaken::recheck_after_arming:
      return "recheck_after_arming";
    case Weaken::slot_relaxed:
      return "slot_relaxed";
    case Weaken::head_relaxed:
      return "head_relaxed";
    case Weaken::unpin_relaxed:
      return "unpin_relaxed";
    case Weaken::reuse_relaxed:
      return "reuse_relaxed";
    case Weaken::log_relaxed:
      return "log_relaxed";
    case Weaken::second_look_acquire:
      return "second_look_acquire";
  }
  return "";
}

/// Whether a processor may keep the order that is left out: then a run without a fault shows
/// nothing, and the models in tests/models are what shows that the order is needed.
bool is_up_to_the_processor(Weaken weaken) { return weaken >= Weaken::slot_relaxed; }

bool is_about_the_log(Weaken weaken) {
  return weaken == Weaken::log_before_head || weaken == Weaken::log_relaxed;
}

bool is_about_waking(Weaken weaken) {
  return weaken == Weaken::head_before_armed || weaken == Weaken::recheck_after_arming ||
         is_about_the_log(weaken);
}

struct Case {
  Weaken weaken;
  Actors actors;
};

class LeavingOut : public ::testing::TestWithParam<Case> {
 protected:
  /// The fault that the stress finds; empty when it finds none.
  std::string ring_fault(std::chrono::nanoseconds duration) const {
    return run_ring_stress(negative_ring_options(GetParam().actors, duration)).fault;
  }
  std::string wake_fault(std::chrono::nanoseconds duration, bool with_log) const {
    WakeStressOptions options = negative_wake_options(GetParam().actors, duration);
    options.with_log = with_log;
    return run_wake_stress(options).fault;
  }
};

TEST_P(LeavingOut, IsNoticed) {
  if (GetParam().weaken == Weaken::none) {
    EXPECT_EQ(ring_fault(stress_duration()), "");
    EXPECT_EQ(wake_fault(stress_duration(), false), "");
    EXPECT_EQ(wake_fault(stress_duration(), true), "");
    return;
  }
  const std::chrono::nanoseconds bound = std::max<std::chrono::nanoseconds>(
      std::chrono::seconds(is_up_to_the_processor(GetParam().weaken) ? 0 : 20), stress_duration());
  const auto begin = std::chrono::steady_clock::now();
  const std::string fault = is_about_waking(GetParam().weaken)
                                ? wake_fault(bound, is_about_the_log(GetParam().weaken))
                                : ring_fault(bound);
  if (fault.empty() && is_up_to_the_processor(GetParam().weaken)) {
    GTEST_SKIP() << "this processor did not show that " << name_of(GetParam().weaken)
                 << " is wrong; BATON_STRESS_SECONDS gives it longer";
  }
  EXPECT_NE(fault, "") << "the stress test cannot see that " << name_of(GetParam().weaken)
                       << " is missing";
  const std::chrono::duration<double> needed = std::chrono::steady_clock::now() - begin;
  std::printf("noticed after %.3f s: %s\n", needed.count(), fault.c_str());
}

INSTANTIATE_TEST_SUITE_P(Negative, LeavingOut,
                         ::testing::Values(Case{shm::weakened, Actors::threads},
                                           Case{shm::weakened, Actors::processes}),
                         [](const auto& test) {
                           return name_of(test.param.weaken) + (test.param.actors == Actors::threads
                                                                    ? "_between_threads"
                                                                    : "_between_processes");
                         });

}  // namespace
}  // namespace baton::stress
