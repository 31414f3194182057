// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace baton::base {

/// From now on a process that dies of writing to these addresses, or of using them when nothing is
/// mapped there, says so on standard error first: they are those of received messages.
///
/// A handler of SIGSEGV does it, unless the program or a sanitizer has one already; one that is
/// installed later takes its place. The handler ends itself and lets the instruction fault once
/// more, so that the exit status and the core dump are those of a process without it. Call it once.
void guard_received_memory(uintptr_t begin, size_t size_bytes);

}  // namespace baton::base
