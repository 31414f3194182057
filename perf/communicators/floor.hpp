// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "communicator.hpp"
#include "options.hpp"

namespace perf {

/// `floor`, `poll-floor` and `word-ring`, over descriptors made with FloorDescriptors::create.
std::unique_ptr<Communicator> make_floor_communicator(const Options& options,
                                                      std::vector<int> descriptors);

}  // namespace perf
