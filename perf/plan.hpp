// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "options.hpp"

namespace perf {

enum class Role {
  publisher,
  subscriber,
  pinger,  ///< the main side of a round trip: publishes, and waits for the answer
  relay    ///< the other side: answers
};
const char* to_string(Role role);

struct EndpointPlan {
  Role role;
  unsigned index;  ///< its number among the endpoints of its role
  unsigned score;  ///< its place on the scoreboard
};

struct ProcessPlan {
  std::string name;
  std::vector<EndpointPlan> endpoints;
};

/// Which processes a command starts, and what runs in each.
std::vector<ProcessPlan> plan_processes(const Options& options);

size_t score_count(const std::vector<ProcessPlan>& plan);

bool publishes(Role role);
bool receives(Role role);

/// "subscriber 3", or "relay" when there can be but one.
std::string name_of(const EndpointPlan& endpoint);

}  // namespace perf
