// SPDX-License-Identifier: Apache-2.0
//
// Durations in ns with 3 significant digits, as an HDR histogram keeps them: below 2048 each value
// has its own bucket, above it 1024 buckets for every doubling. The numbers of all processes and
// intervals merge without loss.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace perf {

namespace buckets {

inline constexpr unsigned value_bits = 40;  // 18 minutes; longer ones count as that
inline constexpr size_t half = 1024;
inline constexpr size_t count = (value_bits - 11 + 2) * half;
inline constexpr int64_t highest_value = (int64_t{1} << value_bits) - 1;

constexpr size_t index_of(int64_t value) {
  const uint64_t v = value < 0 ? 0 : value > highest_value ? highest_value : value;
  if (v < 2 * half) return v;
  const unsigned shift = std::bit_width(v) - 11;
  return shift * half + (v >> shift);
}

constexpr int64_t lowest_value_of(size_t index) {
  if (index < 2 * half) return static_cast<int64_t>(index);
  const size_t shift = index / half - 1;
  return static_cast<int64_t>((index % half + half) << shift);
}

constexpr int64_t middle_value_of(size_t index) {
  return (lowest_value_of(index) + lowest_value_of(index + 1)) / 2;
}

static_assert(index_of(highest_value) == count - 1);

}  // namespace buckets

class Histogram {
 public:
  void record(int64_t value_ns, uint64_t times = 1);
  void merge(const Histogram& other);

  /// What was recorded since `earlier`, an older state of this histogram. Its smallest and largest
  /// value are known to 3 digits only, unless `earlier` is empty.
  Histogram since(const Histogram& earlier) const;

  uint64_t count() const { return count_; }
  int64_t min_ns() const { return count_ == 0 ? 0 : min_ns_; }
  int64_t max_ns() const { return max_ns_; }
  double mean_ns() const;
  double variance_ns2() const;
  double stddev_ns() const;
  /// The smallest value that `fraction` of all values do not exceed, to 3 digits; 0 when empty.
  int64_t percentile_ns(double fraction) const;

  /// (bucket, count), ascending, no zero.
  using Buckets = std::vector<std::pair<uint32_t, uint64_t>>;
  const Buckets& buckets() const { return buckets_; }

  static Histogram from(Buckets ascending, uint64_t sum_ns, double sum_of_squares_ns2,
                        int64_t min_ns, int64_t max_ns);

 private:
  Buckets buckets_;
  uint64_t count_ = 0;
  uint64_t sum_ns_ = 0;
  double sum_of_squares_ns2_ = 0;
  int64_t min_ns_ = 0;
  int64_t max_ns_ = 0;
};

}  // namespace perf
