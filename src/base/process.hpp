// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

namespace baton::base {

/// The kernel's short name of a process (at most 15 characters); empty when there is no such
/// process.
std::string process_name(pid_t pid);

/// The last part of argv[0].
std::string own_program_name();

/// True also for a zombie and for a process of another user.
bool process_exists(pid_t pid);

/// 16 hexadecimal digits from the kernel's generator; never the same twice, after a fork either.
std::string random_id();

/// Changes with every start of the machine; empty when /proc is not mounted.
std::string boot_id();

}  // namespace baton::base
