// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "communicator.hpp"
#include "options.hpp"

namespace perf {

/// Baton through its public API. `name` is the participant's. Throws what baton throws.
std::unique_ptr<Communicator> make_baton_communicator(const Options& options,
                                                      const std::string& name);

}  // namespace perf
