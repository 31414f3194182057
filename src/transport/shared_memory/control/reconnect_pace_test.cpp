// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/reconnect_pace.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace baton::transport {
namespace {

std::vector<std::int64_t> pauses_ms(ReconnectPace& pace, int count) {
  std::vector<std::int64_t> pauses;
  for (; count > 0; --count) pauses.push_back(pace.next_pause_ns() / 1'000'000);
  return pauses;
}

TEST(ReconnectPace, DoublesUpToHalfASecond) {
  ReconnectPace pace;
  EXPECT_THAT(pauses_ms(pace, 8), ::testing::ElementsAre(10, 20, 40, 80, 160, 320, 500, 500));
}

TEST(ReconnectPace, StaysThereHoweverOftenItIsTried) {
  ReconnectPace pace;
  for (int i = 0; i < 100'000; ++i) pace.next_pause_ns();
  EXPECT_EQ(pace.next_pause_ns(), ReconnectPace::longest_ns);
}

TEST(ReconnectPace, BeginsAgainAfterAnAnswer) {
  ReconnectPace pace;
  pauses_ms(pace, 20);
  EXPECT_FALSE(pace.is_patient());
  pace.on_answer();
  EXPECT_TRUE(pace.is_patient());
  EXPECT_THAT(pauses_ms(pace, 2), ::testing::ElementsAre(10, 20));
}

TEST(ReconnectPace, IsPatientForEightAttempts) {
  ReconnectPace pace;
  for (int i = 0; i < ReconnectPace::patient_attempts; ++i) {
    EXPECT_TRUE(pace.is_patient()) << i;
    pace.next_pause_ns();
  }
  EXPECT_FALSE(pace.is_patient());
}

}  // namespace
}  // namespace baton::transport
