// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <thread>

#include "base/error.hpp"

namespace baton::base {

/// Starts a thread that no signal interrupts: signals are for the program's own threads. The kernel
/// keeps 15 bytes of the name. Fails when the process may have no more threads.
Status start_quiet_thread(std::thread& thread, const std::string& name, std::function<void()> work);

}  // namespace baton::base
