// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "communicator.hpp"
#include "options.hpp"

namespace perf {

/// Makes the communicator of bare Fast DDS. Opens its library; throws RunError with the cure when
/// that is not possible.
std::unique_ptr<Communicator> make_fast_dds_communicator(const Options& options,
                                                         const std::string& name);

}  // namespace perf
