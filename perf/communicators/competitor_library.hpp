// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "options.hpp"

namespace perf {

/// Opens the library of a communicator: beside perf_test, in the folder of `make competitors`, then
/// where the dynamic linker looks. nullptr with the cause in `error`.
void* open_competitor_library(const std::string& name, std::string& error);

/// Of --dds-domain-id, else of ROS_DOMAIN_ID, else 0. Throws RunError when that is no domain.
unsigned domain_of(const Options& options);

}  // namespace perf
