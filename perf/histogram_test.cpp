// SPDX-License-Identifier: Apache-2.0
#include "histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace perf {
namespace {

// From 100 ns to seconds, with a long tail: the shape of latencies.
std::vector<int64_t> latencies(size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> distribution(10, 2);
  std::vector<int64_t> values(count);
  for (int64_t& value : values) value = 100 + static_cast<int64_t>(distribution(random));
  return values;
}

Histogram histogram_of(const std::vector<int64_t>& values) {
  Histogram histogram;
  for (int64_t value : values) histogram.record(value);
  return histogram;
}

void expect_three_digits(int64_t found, int64_t exact) {
  EXPECT_NEAR(static_cast<double>(found), static_cast<double>(exact),
              std::max(1.0, static_cast<double>(exact) * 0.001));
}

}  // namespace

TEST(Histogram, EveryBucketStartsWhereThePreviousOneEnds) {
  for (size_t i = 0; i < buckets::count; ++i) {
    EXPECT_EQ(buckets::index_of(buckets::lowest_value_of(i)), i);
    EXPECT_EQ(buckets::index_of(buckets::lowest_value_of(i + 1) - 1), i);
  }
}

TEST(Histogram, PercentilesAgreeWithASortToThreeDigits) {
  std::vector<int64_t> values = latencies(20'000, 1);
  const Histogram histogram = histogram_of(values);
  std::sort(values.begin(), values.end());
  for (double fraction : {0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const auto rank = static_cast<size_t>(std::ceil(fraction * 20'000)) - 1;
    expect_three_digits(histogram.percentile_ns(fraction), values[rank]);
  }
}

TEST(Histogram, MinMaxMeanAndVarianceAreExact) {
  const std::vector<int64_t> values = latencies(10'000, 2);
  const Histogram histogram = histogram_of(values);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 10'000;
  double variance = 0;
  for (int64_t value : values) variance += (value - mean) * (value - mean) / 10'000;
  EXPECT_EQ(histogram.min_ns(), *std::min_element(values.begin(), values.end()));
  EXPECT_EQ(histogram.max_ns(), *std::max_element(values.begin(), values.end()));
  EXPECT_NEAR(histogram.mean_ns(), mean, mean * 1e-9);
  EXPECT_NEAR(histogram.variance_ns2(), variance, variance * 1e-6);
}

TEST(Histogram, MergedPartsEqualTheWhole) {
  const std::vector<int64_t> a = latencies(3'000, 3), b = latencies(5'000, 4);
  std::vector<int64_t> both = a;
  both.insert(both.end(), b.begin(), b.end());
  Histogram merged = histogram_of(a);
  merged.merge(histogram_of(b));
  const Histogram whole = histogram_of(both);
  EXPECT_EQ(merged.buckets(), whole.buckets());
  EXPECT_EQ(merged.count(), 8'000u);
  EXPECT_EQ(merged.min_ns(), whole.min_ns());
  EXPECT_EQ(merged.max_ns(), whole.max_ns());
  EXPECT_DOUBLE_EQ(merged.mean_ns(), whole.mean_ns());
}

TEST(Histogram, TheDifferenceOfTwoStatesIsWhatWasRecordedBetween) {
  const std::vector<int64_t> first = latencies(3'000, 5), second = latencies(2'000, 6);
  const Histogram earlier = histogram_of(first);
  Histogram later = earlier;
  later.merge(histogram_of(second));
  const Histogram between = later.since(earlier);
  EXPECT_EQ(between.buckets(), histogram_of(second).buckets());
  expect_three_digits(between.min_ns(), *std::min_element(second.begin(), second.end()));
  expect_three_digits(between.max_ns(), *std::max_element(second.begin(), second.end()));
  EXPECT_NEAR(between.mean_ns(), histogram_of(second).mean_ns(), 1e-3);
}

TEST(Histogram, AnEmptyOneAnswersZero) {
  const Histogram empty;
  EXPECT_EQ(empty.percentile_ns(0.5), 0);
  EXPECT_EQ(empty.mean_ns(), 0);
  EXPECT_EQ(empty.variance_ns2(), 0);
  EXPECT_EQ(empty.since(empty).count(), 0u);
}

TEST(Histogram, ValuesOutOfRangeCountAtTheEnds) {
  Histogram histogram;
  histogram.record(-5);
  histogram.record(int64_t{1} << 50);
  EXPECT_EQ(histogram.count(), 2u);
  EXPECT_EQ(histogram.min_ns(), 0);
  EXPECT_EQ(histogram.max_ns(), buckets::highest_value);
}

}  // namespace perf
