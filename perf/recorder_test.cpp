// SPDX-License-Identifier: Apache-2.0
#include "recorder.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace perf {

TEST(Recorder, ASnapshotIsTheHistogramOfWhatWasRecorded) {
  auto recorder = std::make_unique<Recorder>();
  Histogram histogram;
  for (int64_t value = 1; value < 10'000'000; value = value * 3 / 2 + 1) {
    recorder->record(value);
    histogram.record(value);
  }
  const Histogram snapshot = recorder->snapshot();
  EXPECT_EQ(snapshot.buckets(), histogram.buckets());
  EXPECT_EQ(snapshot.min_ns(), 1);
  EXPECT_EQ(snapshot.max_ns(), histogram.max_ns());
  EXPECT_DOUBLE_EQ(snapshot.mean_ns(), histogram.mean_ns());
  EXPECT_DOUBLE_EQ(snapshot.variance_ns2(), histogram.variance_ns2());
}

TEST(Recorder, ZeroedMemoryIsEmpty) {
  const auto recorder = std::make_unique<Recorder>();
  EXPECT_EQ(recorder->snapshot().count(), 0u);
  EXPECT_EQ(recorder->snapshot().min_ns(), 0);
}

TEST(Recorder, SnapshotsTakenMeanwhileNeverShrink) {
  auto recorder = std::make_unique<Recorder>();
  constexpr int total = 200'000;
  std::jthread writer([&recorder] {
    for (int i = 0; i < total; ++i) recorder->record(i % 5'000);
  });
  uint64_t last = 0;
  while (last < total) {
    const uint64_t count = recorder->snapshot().count();
    ASSERT_GE(count, last);
    last = count;
  }
  EXPECT_EQ(last, static_cast<uint64_t>(total));
}

}  // namespace perf
