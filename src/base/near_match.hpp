// SPDX-License-Identifier: Apache-2.0
// perf/near_match.hpp does the like; it cannot be shared, because perf_test includes public headers
// only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace baton::base {

/// "; did you mean x?", or "" if nothing among `known` looks like `wrong`.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& known);

}  // namespace baton::base
