// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "communicator.hpp"
#include "options.hpp"

namespace perf {

/// Makes the communicator of a competitor. Opens its library; throws RunError with the cure when
/// that is not possible.
std::unique_ptr<Communicator> make_competitor_communicator(const Options& options,
                                                           const std::string& name);

/// Removes what the workers of a competitor have left, killed ones above all, as far as its library
/// can.
void tidy_after_competitor(const Options& options) noexcept;

}  // namespace perf
