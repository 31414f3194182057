// SPDX-License-Identifier: Apache-2.0
// Prints what a cache line takes from the first CPU to others, as JSON. It is a fact of the machine
// that changes every figure of a hand-over.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core_to_core.hpp"

namespace {

constexpr size_t most_pairs = 8;
// Two idle cores need some 20 ms; beside other work the line comes round only now and then.
constexpr std::chrono::milliseconds patience{800};

std::vector<int> siblings_of(int cpu) {
  std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                     "/topology/thread_siblings_list");
  std::string line;
  std::getline(file, line);
  return perf::cpus_of_list(line);
}

}  // namespace

int main() {
  const std::vector<int> usable = perf::usable_cpus();
  const int first = usable.empty() ? 0 : usable.front();
  nlohmann::json measured = nlohmann::json::array();
  for (const perf::CpuPair& pair : perf::pairs_to_measure(usable, siblings_of(first), most_pairs)) {
    const auto ns = perf::core_to_core_ns(pair, patience);
    if (!ns) continue;
    measured.push_back(
        {{"cpus", {pair.first, pair.second}}, {"siblings", pair.siblings}, {"ns", *ns}});
  }
  std::puts(nlohmann::json{{"core_to_core", measured}}.dump().c_str());
}
