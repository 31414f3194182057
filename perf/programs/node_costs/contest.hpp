// SPDX-License-Identifier: Apache-2.0
//
// Ways of doing the same, one message of each in turn, so that whatever else the machine does meets
// all of them alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "latencies.hpp"

namespace node_costs {

struct Contender {
  std::string name;
  /// Sends one message with the present time and returns, or does everything in this thread.
  std::function<void()> send;
  /// One entry for each reader. Each gets a value for every message.
  std::vector<const Latencies*> readers;
};

struct Pace {
  double seconds = 1;
  /// Between two messages: long enough that readers are asleep again. 0 for what needs no other
  /// thread.
  std::int64_t pause_ns = 1'000'000;
};

/// {"NAME_ns": {"p50": ...}, ...}. Throws std::runtime_error when a message does not arrive.
nlohmann::json contest(const std::vector<Contender>& contenders, const Pace& pace);

}  // namespace node_costs
