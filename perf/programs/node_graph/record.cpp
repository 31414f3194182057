// SPDX-License-Identifier: Apache-2.0
#include "record.hpp"

#include <algorithm>

#include "histogram.hpp"

namespace node_graph {

nlohmann::json Durations::as_json() const {
  // Ascending values reach the histogram without insertions in its middle.
  std::vector<std::int64_t> sorted = values_ns_;
  std::sort(sorted.begin(), sorted.end());
  perf::Histogram histogram;
  for (const std::int64_t value_ns : sorted) histogram.record(value_ns);
  nlohmann::json counts = nlohmann::json::array();
  for (const auto& [bucket, count] : histogram.buckets()) {
    counts.push_back({perf::buckets::lowest_value_of(bucket), count});
  }
  return {{"max", histogram.max_ns()}, {"counts", std::move(counts)}};
}

}  // namespace node_graph
