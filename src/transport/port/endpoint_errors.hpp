// SPDX-License-Identifier: Apache-2.0
// Errors that endpoints of every transport return after a shutdown or in a forked child.
#pragma once

#include <string>

#include "base/error.hpp"

namespace baton::transport {

base::Error context_shut_down();
base::Error context_shut_down(const std::string& topic);
base::Error publisher_made_before_fork(const std::string& topic);

}  // namespace baton::transport
