// SPDX-License-Identifier: Apache-2.0
// Errors that endpoints of every transport return after a shutdown or in a forked child.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"

namespace baton::transport {

base::Error context_shut_down();
base::Error context_shut_down(const std::string& topic);
base::Error publisher_made_before_fork(const std::string& topic);
/// A publisher of keep-all QoS has waited for that reader for the whole of max_blocking_time.
base::Error keeps_all_and_is_behind(const std::string& topic, std::string_view reader);

}  // namespace baton::transport
