// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace rcpputils {

/// The mean of the last values.
template <class T>
class RollingMeanAccumulator {
 public:
  /// Throws std::invalid_argument for 0.
  explicit RollingMeanAccumulator(std::size_t rolling_window_size) : window_(rolling_window_size) {
    if (window_.empty()) throw std::invalid_argument("a rolling mean needs a window of 1 or more");
  }

  void accumulate(T value) {
    T& oldest = window_[count_++ % window_.size()];
    sum_ += value - oldest;
    oldest = value;
  }

  /// Throws std::logic_error before the first value.
  T getRollingMean() const {
    if (count_ == 0) throw std::logic_error("a rolling mean of no value: accumulate() one first");
    return sum_ / static_cast<T>(std::min(count_, window_.size()));
  }

 private:
  std::vector<T> window_;
  std::size_t count_ = 0;
  T sum_{};
};

}  // namespace rcpputils
