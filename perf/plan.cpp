// SPDX-License-Identifier: Apache-2.0
#include "plan.hpp"

#include <fmt/format.h>

namespace perf {

const char* to_string(Role role) {
  switch (role) {
    case Role::publisher:
      return "publisher";
    case Role::subscriber:
      return "subscriber";
    case Role::pinger:
      return "main";
    case Role::relay:
      return "relay";
  }
  return "?";
}

bool publishes(Role role) { return role == Role::publisher || role == Role::pinger; }
bool receives(Role role) { return role == Role::subscriber || role == Role::pinger; }

std::string name_of(const EndpointPlan& endpoint) {
  const char* role = to_string(endpoint.role);
  const bool numbered = endpoint.role == Role::publisher || endpoint.role == Role::subscriber;
  return numbered ? fmt::format("{} {}", role, endpoint.index) : role;
}

std::vector<ProcessPlan> plan_processes(const Options& options) {
  std::vector<EndpointPlan> endpoints;
  const auto add = [&endpoints](Role role, unsigned index) {
    endpoints.push_back({role, index, static_cast<unsigned>(endpoints.size())});
  };
  if (options.roundtrip == Roundtrip::none) {
    for (unsigned i = 0; i < options.publishers; ++i) add(Role::publisher, i);
    for (unsigned i = 0; i < options.subscribers; ++i) add(Role::subscriber, i);
  }
  if (options.roundtrip == Roundtrip::main || options.roundtrip == Roundtrip::both) {
    add(Role::pinger, 0);
  }
  if (options.roundtrip == Roundtrip::relay || options.roundtrip == Roundtrip::both) {
    add(Role::relay, 0);
  }
  if (options.process_configuration == ProcessConfiguration::intra_process) {
    return {{"all", std::move(endpoints)}};
  }
  std::vector<ProcessPlan> plan;
  for (const EndpointPlan& endpoint : endpoints) plan.push_back({name_of(endpoint), {endpoint}});
  return plan;
}

size_t score_count(const std::vector<ProcessPlan>& plan) {
  size_t count = 0;
  for (const ProcessPlan& process : plan) count += process.endpoints.size();
  return count;
}

}  // namespace perf
