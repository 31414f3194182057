// SPDX-License-Identifier: Apache-2.0
#include "contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "clock.hpp"

namespace node_costs {
namespace {

constexpr std::size_t warm_up_rounds = 20;

void wait_for_readers(const Contender& contender, std::size_t count) {
  const std::int64_t deadline_ns = perf::now_ns() + 10 * perf::ns_per_s;
  const auto all_have_it = [&] {
    return std::all_of(contender.readers.begin(), contender.readers.end(),
                       [count](const Latencies* reader) { return reader->count() >= count; });
  };
  while (!all_have_it()) {
    if (perf::now_ns() > deadline_ns) {
      throw std::runtime_error(fmt::format("{}: message {} did not arrive", contender.name, count));
    }
    // Sleep here, because a reader may need this core.
    perf::sleep_until_ns(perf::now_ns() + 20'000);
  }
}

}  // namespace

nlohmann::json contest(const std::vector<Contender>& contenders, const Pace& pace) {
  std::int64_t end_ns = 0;
  for (std::size_t round = 0; round <= warm_up_rounds || perf::now_ns() < end_ns; ++round) {
    if (round == warm_up_rounds) end_ns = perf::now_ns() + std::llround(pace.seconds * 1e9);
    for (const Contender& contender : contenders) {
      if (pace.pause_ns > 0) perf::sleep_until_ns(perf::now_ns() + pace.pause_ns);
      contender.send();
      wait_for_readers(contender, round + 1);
    }
  }
  nlohmann::json document;
  for (const Contender& contender : contenders) {
    std::vector<std::int64_t> all_ns;
    for (const Latencies* reader : contender.readers) {
      const auto& values_ns = reader->values_ns();
      if (values_ns.size() <= warm_up_rounds) continue;
      all_ns.insert(all_ns.end(), values_ns.begin() + warm_up_rounds, values_ns.end());
    }
    document[contender.name + "_ns"] = figures(std::move(all_ns));
  }
  return document;
}

}  // namespace node_costs
