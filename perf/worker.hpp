// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"

namespace perf {

/// A worker's whole life: does what the supervisor at the other end of options.worker_socket says
/// (control_socket.hpp). Returns the exit status.
int run_worker(const Options& options);

}  // namespace perf
