// SPDX-License-Identifier: Apache-2.0
#include "histogram.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace perf {

Histogram Histogram::from(Buckets ascending, uint64_t sum_ns, double sum_of_squares_ns2,
                          int64_t min_ns, int64_t max_ns) {
  Histogram histogram;
  histogram.buckets_ = std::move(ascending);
  for (const auto& [index, count] : histogram.buckets_) histogram.count_ += count;
  histogram.sum_ns_ = sum_ns;
  histogram.sum_of_squares_ns2_ = sum_of_squares_ns2;
  histogram.min_ns_ = min_ns;
  histogram.max_ns_ = max_ns;
  return histogram;
}

void Histogram::record(int64_t value_ns, uint64_t times) {
  if (times == 0) return;
  const int64_t value = std::clamp<int64_t>(value_ns, 0, buckets::highest_value);
  const double square = static_cast<double>(value) * static_cast<double>(value);
  merge(from({{static_cast<uint32_t>(buckets::index_of(value)), times}},
             static_cast<uint64_t>(value) * times, square * static_cast<double>(times), value,
             value));
}

void Histogram::merge(const Histogram& other) {
  if (other.count_ == 0) return;
  min_ns_ = count_ == 0 ? other.min_ns_ : std::min(min_ns_, other.min_ns_);
  max_ns_ = std::max(max_ns_, other.max_ns_);
  count_ += other.count_;
  sum_ns_ += other.sum_ns_;
  sum_of_squares_ns2_ += other.sum_of_squares_ns2_;

  Buckets merged;
  merged.reserve(buckets_.size() + other.buckets_.size());
  std::merge(buckets_.begin(), buckets_.end(), other.buckets_.begin(), other.buckets_.end(),
             std::back_inserter(merged));
  buckets_.clear();
  for (const auto& [index, count] : merged) {
    if (!buckets_.empty() && buckets_.back().first == index) {
      buckets_.back().second += count;
    } else {
      buckets_.emplace_back(index, count);
    }
  }
}

Histogram Histogram::since(const Histogram& earlier) const {
  if (earlier.count_ == 0) return *this;
  Buckets later;
  auto old = earlier.buckets_.begin();
  for (const auto& [index, count] : buckets_) {
    while (old != earlier.buckets_.end() && old->first < index) ++old;
    const bool seen = old != earlier.buckets_.end() && old->first == index;
    const uint64_t added = count - (seen ? old->second : 0);
    if (added > 0) later.emplace_back(index, added);
  }
  if (later.empty()) return {};
  const int64_t min_ns = std::max(min_ns_, buckets::lowest_value_of(later.front().first));
  const int64_t max_ns = std::min(max_ns_, buckets::lowest_value_of(later.back().first + 1) - 1);
  return from(std::move(later), sum_ns_ - earlier.sum_ns_,
              std::max(0.0, sum_of_squares_ns2_ - earlier.sum_of_squares_ns2_), min_ns, max_ns);
}

double Histogram::mean_ns() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_ns_) / static_cast<double>(count_);
}

double Histogram::variance_ns2() const {
  if (count_ == 0) return 0;
  const double mean = mean_ns();
  return std::max(0.0, sum_of_squares_ns2_ / static_cast<double>(count_) - mean * mean);
}

double Histogram::stddev_ns() const { return std::sqrt(variance_ns2()); }

int64_t Histogram::percentile_ns(double fraction) const {
  if (count_ == 0) return 0;
  const auto rank = static_cast<uint64_t>(
      std::ceil(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(count_)));
  uint64_t passed = 0;
  for (const auto& [index, count] : buckets_) {
    passed += count;
    if (passed >= std::max<uint64_t>(rank, 1)) {
      return std::clamp(buckets::middle_value_of(index), min_ns_, max_ns_);
    }
  }
  return max_ns_;
}

}  // namespace perf
