// SPDX-License-Identifier: Apache-2.0
// src/base/near_match.hpp does the like; it cannot be shared, because this program includes public
// headers only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perf {

/// The candidates that may have been meant by `wrong`, nearest first, at most three. Case does not
/// count. Empty when nothing is near.
std::vector<std::string> near_matches(std::string_view wrong,
                                      const std::vector<std::string>& candidates);

/// "; did you mean A or B?", or nothing.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& candidates);

}  // namespace perf
