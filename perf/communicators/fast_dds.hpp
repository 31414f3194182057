// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "communicator.hpp"
#include "options.hpp"

namespace perf {

/// Bare Fast DDS. Opens the library that has it; throws RunError with the cure when it cannot be.
std::unique_ptr<Communicator> make_fast_dds_communicator(const Options& options,
                                                         const std::string& name);

}  // namespace perf
