// SPDX-License-Identifier: Apache-2.0
// What endpoints of every transport answer when they can do nothing any more.
#pragma once

#include <string>

#include "base/error.hpp"

namespace baton::transport {

base::Error context_shut_down();
base::Error context_shut_down(const std::string& topic);
base::Error publisher_made_before_fork(const std::string& topic);

}  // namespace baton::transport
