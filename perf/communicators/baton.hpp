// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "communicator.hpp"
#include "options.hpp"

namespace perf {

/// Makes Baton's communicator, over its public API, with a participant of that name. Throws what
/// baton throws.
std::unique_ptr<Communicator> make_baton_communicator(const Options& options,
                                                      const std::string& name);

}  // namespace perf
