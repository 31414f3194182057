// SPDX-License-Identifier: Apache-2.0
// The real code under stress: every byte belongs to its sequence, every message is counted once, no
// sleeper is forgotten.
#include <gtest/gtest.h>

#include <cstdio>

#include "ring_stress.hpp"
#include "stress_duration.hpp"
#include "wake_stress.hpp"

namespace baton::stress {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool copies_race_by_design = true;  // a copy is validated afterwards, as a seqlock
#else
constexpr bool copies_race_by_design = false;
#endif

std::vector<shm::ReaderLimits> readers_of_all_kinds(Actors actors) {
  std::vector<shm::ReaderLimits> readers = {
      {.depth = 1},
      {.depth = 8},
      {.depth = 100, .pin_quota = 100},
      {.depth = 5, .pin_quota = 1},  // mostly over its quota
      {.depth = 1, .keep_all = true},
  };
  if (actors == Actors::processes || !copies_race_by_design) {
    readers.push_back({.depth = 4, .may_pin = false});
  }
  return readers;
}

std::string name_of(Actors actors) { return actors == Actors::threads ? "threads" : "processes"; }

struct RingCase {
  const char* name;
  Actors actors;
  std::uint64_t first_sequence;
  std::size_t pool_chunks;
};

class RingStress : public ::testing::TestWithParam<RingCase> {};

TEST_P(RingStress, EveryByteBelongsToItsSequenceAndEveryMessageIsCounted) {
  RingStressOptions options;
  options.actors = GetParam().actors;
  options.readers = readers_of_all_kinds(options.actors);
  options.first_sequence = GetParam().first_sequence;
  options.pool_chunks = GetParam().pool_chunks;
  options.duration = stress_duration();
  const RingStressReport report = run_ring_stress(options);
  EXPECT_EQ(report.fault, "");
  EXPECT_GT(report.published, 100u);
  EXPECT_GT(report.received, 100u);
  std::printf("published %lu, failed loans %lu; received %lu, skipped %lu, lost %lu, copied %lu\n",
              report.published, report.failed_loans, report.received, report.skipped, report.lost,
              report.copied);
}

INSTANTIATE_TEST_SUITE_P(
    Stress, RingStress,
    ::testing::Values(RingCase{"threads", Actors::threads, 1, 32},
                      RingCase{"threads_and_a_pool_that_is_too_small", Actors::threads, 1, 6},
                      RingCase{"threads_where_48_bits_wrap", Actors::threads,
                               (std::uint64_t{1} << 48) - 3000, 32},
                      RingCase{"processes", Actors::processes, 1, 32},
                      RingCase{"processes_and_a_pool_that_is_too_small", Actors::processes, 1, 6},
                      RingCase{"processes_where_32_bits_wrap", Actors::processes,
                               (std::uint64_t{1} << 32) - 3000, 32},
                      RingCase{"processes_where_48_bits_wrap", Actors::processes,
                               (std::uint64_t{1} << 48) - 3000, 4096}),
    [](const auto& test) { return test.param.name; });

class RingStressBetween : public ::testing::TestWithParam<Actors> {};

TEST_P(RingStressBetween, LargeMessagesSurviveLongHolds) {
  RingStressOptions options;
  options.actors = GetParam();
  options.readers = {{.depth = 1}, {.depth = 3}, {.depth = 10, .pin_quota = 20}};
  options.most_held = 12;
  options.message_bytes = 64 * 1024;
  options.pool_chunks = 40;
  options.retention = {.transient_local = true, .depth = 10};
  options.duration = stress_duration();
  EXPECT_EQ(run_ring_stress(options).fault, "");
}

TEST_P(RingStressBetween, SixteenReadersShareOnePublisher) {
  RingStressOptions options;
  options.actors = GetParam();
  options.readers.assign(16, {.depth = 4});
  options.pool_chunks = 64;
  options.duration = stress_duration();
  EXPECT_EQ(run_ring_stress(options).fault, "");
}

INSTANTIATE_TEST_SUITE_P(Stress, RingStressBetween,
                         ::testing::Values(Actors::threads, Actors::processes),
                         [](const auto& test) { return name_of(test.param); });

class WakeStress : public ::testing::TestWithParam<Actors> {};

TEST_P(WakeStress, NoThreadSleepsWhileAMessageIsThere) {
  for (const bool with_log : {false, true}) {
    for (const std::size_t publishers : {1, 2}) {
      WakeStressOptions options;
      options.actors = GetParam();
      options.publishers = publishers;
      options.with_log = with_log;
      options.duration = stress_duration() / 2;
      const WakeStressReport report = run_wake_stress(options);
      EXPECT_EQ(report.fault, "");
      EXPECT_GT(report.wakes, 0u);
      std::printf("%zu publishers%s: received %lu, sleeps %lu, wakes %lu\n", publishers,
                  with_log ? " with a log" : "", report.received, report.sleeps, report.wakes);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Stress, WakeStress, ::testing::Values(Actors::threads, Actors::processes),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace baton::stress
