// SPDX-License-Identifier: Apache-2.0
// What options and environment say about where participants meet.
#pragma once

#include <optional>
#include <string>

#include <baton/context.hpp>

namespace baton::client {

constexpr const char* shared_memory_root = "/dev/shm";

struct MeetingPlace {
  unsigned domain_id = 0;
  std::string directory;        // the registry's directory, with the domain
  std::string group_directory;  // empty: no group
  unsigned group_id = 0;
};

/// From the options, ROS_DOMAIN_ID, BATON_REGISTRY_DIR, BATON_GROUP and BATON_GROUP_DIR. Throws
/// exceptions::Error for what they cannot mean.
MeetingPlace meeting_place(const ContextOptions& options);

/// The value of an environment variable; empty if it is unset or empty.
std::optional<std::string> variable(const char* name);

}  // namespace baton::client
