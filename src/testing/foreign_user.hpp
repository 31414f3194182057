// SPDX-License-Identifier: Apache-2.0
// Processes of a second user, for tests that run as root.
#pragma once

#include <string>

#include "testing/child_process.hpp"

namespace baton::testing {

/// Only root can become another user.
bool can_switch_user();

/// What BATON_GROUP says to meet that user: the number of its group.
std::string nobody_group();

/// A child that runs as `nobody`, with a registry of its own below `scratch` (which others may then
/// pass through) and BATON_GROUP as this process has it.
ChildOptions as_nobody(const std::string& scratch);

}  // namespace baton::testing
