// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

#include "cases.hpp"
#include "clock.hpp"
#include "latencies.hpp"
#include "spinning_node.hpp"

namespace node_costs {
namespace {

struct Small {
  static constexpr std::string_view baton_type_name = "perf/Small";
  std::array<std::uint8_t, 64> data;
};

/// Per call, in a block of many: a clock costs more than what it would measure here.
template <class Call>
double ns_per_call(Call call) {
  constexpr int calls = 10'000;
  const std::int64_t begin_ns = perf::now_ns();
  for (int i = 0; i < calls; ++i) call();
  return static_cast<double>(perf::now_ns() - begin_ns) / calls;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

nlohmann::json figures_of(const std::vector<double>& values) {
  return {{"p50", median(values)}, {"count", values.size()}};
}

}  // namespace

nlohmann::json publish_to_nobody(double seconds) {
  const auto context = make_context();
  const auto node = make_node(context, "nobody");
  const auto publisher = node->create_publisher<Small>("nobody", 10);
  const Small message{};
  std::mutex mutex;
  volatile int guarded = 0;
  std::vector<double> publish_ns, lock_ns;
  const std::int64_t end_ns = perf::now_ns() + static_cast<std::int64_t>(seconds * 1e9);
  while (publish_ns.empty() || perf::now_ns() < end_ns) {
    publish_ns.push_back(ns_per_call([&] { publisher->publish(message); }));
    lock_ns.push_back(ns_per_call([&] {
      const std::lock_guard lock(mutex);
      guarded = guarded + 1;
    }));
  }
  return {{"node_ns", figures_of(publish_ns)}, {"reference_ns", figures_of(lock_ns)}};
}

}  // namespace node_costs
